import * as z from 'zod/mini';
import { AuditEntry } from './audit.ts';
import { LoginResult } from './auth.ts';
import { CUSTOMER_FILTERS, Customer, CustomerFigures } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, line, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';
import { UserStatus } from './profile.ts';
import { ROLES, Role, TeamRole } from './roles.ts';

/** A user in the operator's list. */
export const ListedUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  company: z.nullable(z.string()),
  role: Role,
  status: UserStatus,
  email_verified_at: z.nullable(Timestamp),
  team_role: TeamRole,
  /** Login requires a one-time code. */
  totp_enabled: z.boolean(),
  /** Whether they own their account. */
  owner: z.object({ id: Id, email: z.string() }),
  /** In the request's language. */
  tariff: z.nullable(z.object({ id: Id, code: z.string(), name: z.string() })),
  last_login_at: z.nullable(Timestamp),
  created_at: Timestamp,
  /** Figures of the account, for its owner; null for team members and operators. */
  customer: z.nullable(CustomerFigures),
});
export type ListedUser = z.infer<typeof ListedUser>;

export const USER_SORTS = [
  ...['email', 'role', 'status', 'tariff', 'last_login_at', 'created_at'],
  ...['mrr', 'revenue', 'balance', 'events', 'campaigns', 'last_activity_at'],
] as const;

const roleParam = z.pipe(
  z.enum(Object.values(ROLES).map(String) as [string, ...string[]]),
  z.pipe(
    z.transform((text: string) => Number(text)),
    Role,
  ),
);

/** Why the operator does something to a user, who sees it in their activity log. */
const Reason = z.optional(line(3, 300));

export const UserChanges = z.object({ role: z.optional(Role), status: z.optional(UserStatus), reason: Reason });
export type UserChanges = z.infer<typeof UserChanges>;

/** The body of calls that had none. */
const OnlyReason = z._default(z.object({ reason: Reason }), {});

/** As dialogs ask for it. */
export const ActionReason = z.object({ reason: line(3, 300) });
export type ActionReason = z.infer<typeof ActionReason>;

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    access: 'users:read',
    summary: 'Lists all users. Search matches email, name, company, ID and campaign key.',
    query: z.object({ ...pageQuery(USER_SORTS), ...CUSTOMER_FILTERS, role: z.optional(roleParam) }),
    response: page(ListedUser),
  }),
  export: endpoint({
    method: 'GET',
    path: '/users/export',
    access: 'users:read',
    summary: 'Exports the same users as CSV.',
    query: z.object({ ...CUSTOMER_FILTERS, role: z.optional(roleParam) }),
    kind: 'csv',
    isLong: true,
    file: 'users.csv',
    response: z.string(),
  }),
  get: endpoint({
    method: 'GET',
    path: '/users/{id}',
    access: 'users:read',
    summary: 'Returns a user with their account: plan, limits and team.',
    params: IdParams,
    response: z.object({ data: z.extend(ListedUser, { account: Customer }) }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/users/{id}',
    access: 'users:write',
    summary: 'Changes a user’s role, or blocks or unblocks them. Ends all their sessions.',
    params: IdParams,
    body: UserChanges,
    response: z.object({ data: ListedUser }),
    errors: ['own_user', 'last_super_admin', 'team_member'],
  }),
  loginAs: endpoint({
    method: 'POST',
    path: '/login_user/{id}',
    access: 'users:write',
    summary: 'Starts a one-hour impersonation session as a customer or payout admin. The user is notified.',
    params: IdParams,
    body: OnlyReason,
    response: LoginResult,
    errors: ['account_blocked', 'impersonation_refused'],
  }),
  verify: endpoint({
    method: 'POST',
    path: '/user_verify/{id}',
    access: 'users:write',
    summary: 'Marks a user’s email as verified.',
    params: IdParams,
    body: OnlyReason,
    response: z.object({ message: z.string(), data: ListedUser }),
  }),
  resetTwoFactor: endpoint({
    method: 'DELETE',
    path: '/users/{id}/two_factor',
    access: 'users:write',
    summary:
      'Turns off two-factor authentication for a user who lost access to it. Ends all their sessions and notifies them with the reason.',
    params: IdParams,
    body: ActionReason,
    response: z.object({ message: z.string(), data: ListedUser }),
    errors: ['own_user', 'status_conflict'],
  }),
  activity: endpoint({
    method: 'GET',
    path: '/users/{id}/activity',
    access: 'users:read',
    summary: 'Lists activity in a user’s account, newest first. For a team member, only what concerns them.',
    params: IdParams,
    query: z.object(pageQuery(['created_at'])),
    response: z.extend(page(AuditEntry), { user: z.object({ id: Id, email: z.string(), name: z.string() }) }),
  }),
};
