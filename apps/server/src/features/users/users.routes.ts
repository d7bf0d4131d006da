import type { usersApi } from '@poklik/contract/users';
import type { Handlers } from '../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { listActivity } from '../audit/activity.service.ts';
import { getAccountDetails } from './account-details.repo.ts';
import { exportUsers } from './export-users.service.ts';
import { toCustomer, toListedUser } from './user.response.ts';
import { countUsers, listUsers } from './users.repo.ts';
import { because, changeUser, getUser, impersonate, resetTwoFactor, verifyUser } from './users.service.ts';

export function usersRoutes(services: Services): Handlers<typeof usersApi> {
  const { db } = services;
  return {
    list: async (caller, { query }) => {
      const { sort = 'created_at', order = 'desc' } = query;
      const [rows, total] = await Promise.all([
        listUsers(db, query, { ...pageWindow(query), sort, order }),
        countUsers(db, query),
      ]);
      return { data: rows.map((row) => toListedUser(row, caller.language)), ...buildPage('/users', query, total) };
    },
    export: (caller, { query }) => exportUsers(services, caller, query),
    get: async (caller, { params }) => {
      const row = await getUser(db, params.id);
      const { accountId, referredById } = row.user;
      const details = await getAccountDetails(db, accountId, referredById);
      return { data: { ...toListedUser(row, caller.language), account: toCustomer(row, details) } };
    },
    update: async (caller, { params, body }) => ({
      data: toListedUser(await changeUser(db, caller, params.id, body), caller.language),
    }),
    loginAs: (caller, { params, body }) => impersonate(db, caller, params.id, because(body.reason)),
    verify: async (caller, { params, body }) => {
      const { row, wasVerified } = await verifyUser(db, caller, params.id, body.reason);
      const text = wasVerified ? 'done.user_was_verified' : 'done.user_verified';
      return {
        message: translator(caller.language)(text, { email: row.user.email }),
        data: toListedUser(row, caller.language),
      };
    },
    resetTwoFactor: async (caller, { params, body }) => {
      const row = await resetTwoFactor(db, caller, params.id, body.reason);
      return {
        message: translator(caller.language)('done.user_two_factor_reset', { email: row.user.email }),
        data: toListedUser(row, caller.language),
      };
    },
    activity: async (caller, { params, query }) => {
      const { user, teamRole } = await getUser(db, params.id);
      const { id, accountId, email, name } = user;
      const log = await listActivity(db, { userId: id, accountId, teamRole }, caller, {
        path: `/users/${id}/activity`,
        query,
      });
      return { ...log, user: { id, email, name } };
    },
  };
}
