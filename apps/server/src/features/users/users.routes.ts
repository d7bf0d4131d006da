import type { Language } from '@poklik/contract/language';
import { Role } from '@poklik/contract/roles';
import type { ListedUser, usersApi } from '@poklik/contract/users';
import type { Handlers } from '../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { listActivity } from '../audit/activity.service.ts';
import { countUsers, listUsers, type UserRow } from './users.repo.ts';
import { changeUser, getUser, impersonate, resetTwoFactor, verifyUser } from './users.service.ts';

export const usersRoutes = ({ db }: Services): Handlers<typeof usersApi> => ({
  list: async (caller, { query }) => {
    const { search, role, status, verified, sort = 'created_at', order = 'desc' } = query;
    const filter = { search, role, status, verified };
    const [rows, total] = await Promise.all([
      listUsers(db, filter, { ...pageWindow(query), sort, order }),
      countUsers(db, filter),
    ]);
    return { data: rows.map((row) => toListedUser(row, caller.language)), ...buildPage('/users', query, total) };
  },
  update: async (caller, { params, body }) => ({
    data: toListedUser(await changeUser(db, caller, params.id, body), caller.language),
  }),
  loginAs: (caller, { params }) => impersonate(db, caller, params.id),
  verify: async (caller, { params }) => {
    const { row, wasVerified } = await verifyUser(db, caller, params.id);
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
});

const toListedUser = ({ user, teamRole, twoFactorAt, owner, tariff }: UserRow, language: Language): ListedUser => ({
  id: user.id,
  email: user.email,
  name: user.name,
  company: user.company,
  role: Role.parse(user.role),
  status: user.status,
  email_verified_at: user.emailVerifiedAt?.toISOString() ?? null,
  team_role: teamRole,
  totp_enabled: twoFactorAt !== null,
  owner: { id: owner.id, email: owner.email },
  tariff: tariff && { id: tariff.id, code: tariff.code, name: tariff.name[language] },
  last_login_at: user.lastLoginAt?.toISOString() ?? null,
  created_at: user.createdAt.toISOString(),
});
