import { TOKEN_PREFIX } from '@poklik/contract/api-tokens';
import { ROLES } from '@poklik/contract/roles';
import { INVITED_ROLES, type InvitedRole } from '@poklik/contract/team-users';
import { TOKEN_SCOPES, type TokenScope } from '@poklik/contract/token-scopes';
import { generateSecret, hashSecret } from '../../secret.ts';
import type { Person, TestApp } from '../test-app.ts';

/** Unauthenticated callers: no token, malformed token, expired sessions and tokens. */
export const UNAUTHENTICATED = [
  'none',
  'malformed',
  'idle',
  'expired',
  'revoked',
  'blocked',
  'removed member',
  'impersonation left',
  'impersonation over',
  'token revoked',
  'token expired',
] as const;
type Stranger = (typeof UNAUTHENTICATED)[number];

/** Each owns an account. */
const OWNERS = ['userA', 'userB', 'admin', 'superAdmin'] as const;
type Owner = (typeof OWNERS)[number];

/** What an owner can deny a member. */
export const RESTRICTIONS = ['nothing', 'campaigns', 'money', 'export', 'profile'] as const;
export type Restriction = (typeof RESTRICTIONS)[number];
/** Team members of A. */
export type Member = `${InvitedRole} without ${Restriction}`;
export const MEMBERS = INVITED_ROLES.flatMap((role) =>
  RESTRICTIONS.map((restriction): Member => `${role} without ${restriction}`),
);

/** API tokens of A, one for each scope. */
export type Program = `token ${TokenScope}`;
export const API_TOKENS = TOKEN_SCOPES.map((scope): Program => `token ${scope}`);

/** All identities. A new one must be added here and to every audience of the table. */
export type Identity = Stranger | Owner | Member | Program | 'superAdmin as A' | 'token elsewhere';
export const IDENTITIES: readonly Identity[] = [
  ...UNAUTHENTICATED,
  ...OWNERS,
  ...MEMBERS,
  ...API_TOKENS,
  'superAdmin as A',
  'token elsewhere',
];

export interface AccessFixture {
  product: TestApp;
  people: Record<Owner | Member, Person>;
  /** The tokens of some identities. Valid sessions are new for each call, because a route may end them. */
  tokensOf(callers: readonly Identity[]): Promise<Partial<Record<Identity, string | undefined>>>;
}

/** The user behind an identity; unauthenticated callers and API tokens use A. */
export const personOf = ({ people }: AccessFixture, identity: Identity): Person =>
  identity in people ? people[identity as Member] : people.userA;

/** The owner of the identity's account. */
export const ownerOf = ({ people }: AccessFixture, identity: Identity): Person =>
  (OWNERS as readonly string[]).includes(identity) ? people[identity as Owner] : people.userA;

/** Can access selected campaigns of A; the others look like missing ones. */
export const hasFewCampaigns = (identity: Identity): boolean => identity.endsWith('without campaigns');

const HOUR = 3_600_000;
/** Longer than the idle limit and the session limit of every role. */
const LONG_IDLE = 13 * HOUR;
const LONG_AGO = 8 * 24 * HOUR;

export async function createAccessFixture(product: TestApp): Promise<AccessFixture> {
  const owners = {
    userA: await product.person(),
    userB: await product.person(),
    admin: await product.person({ role: ROLES.ADMIN }),
    superAdmin: await product.person({ role: ROLES.SUPER_ADMIN }),
  };
  const { userA, admin, superAdmin } = owners;
  const { pool } = product.services;
  const members = Object.fromEntries(
    await Promise.all(MEMBERS.map(async (member) => [member, await memberOf(product, userA, member)])),
  ) as Record<Member, Person>;
  const people = { ...owners, ...members };
  // Required for payments.
  await pool.query('update users set email_verified_at = now()');
  const sessions = sessionsIn(pool);
  const programs = Object.fromEntries(
    await Promise.all(TOKEN_SCOPES.map(async (scope) => [`token ${scope}`, await programOf(product, userA, [scope])])),
  ) as Record<Program, string>;
  const living: (NewSession & { identity: Identity })[] = [
    ...Object.entries(people).map(([identity, { id }]) => ({ identity: identity as Owner | Member, userId: id })),
    { identity: 'superAdmin as A', userId: userA.id, impersonatorId: superAdmin.id },
  ];
  const dead = await deadTokens(product, owners, sessions);
  const others = {
    ...dead,
    ...programs,
    // Restricted to another IP address. Belongs to another user, so that A can create one more.
    'token elsewhere': await programOf(product, admin, TOKEN_SCOPES, { ip_allow_list: ['203.0.113.7/32'] }),
  };
  return {
    product,
    people,
    tokensOf: async (callers) => ({
      ...others,
      ...(await sessions(living.filter(({ identity }) => callers.includes(identity)))),
    }),
  };
}

async function deadTokens(
  product: TestApp,
  { userA, admin, superAdmin }: Record<Owner, Person>,
  sessions: ReturnType<typeof sessionsIn>,
): Promise<Record<Stranger, string | undefined>> {
  const { pool } = product.services;
  const seen = async (createdAgo: number, seenAgo: number, impersonatorId?: number): Promise<string> => {
    const { id } = await product.person();
    const { it = '' } = await sessions([{ identity: 'it', userId: id, ...(impersonatorId ? { impersonatorId } : {}) }]);
    await pool.query('update sessions set created_at = $2, last_seen_at = $3 where token_hash = $1', [
      hashSecret(it),
      new Date(Date.now() - createdAgo),
      new Date(Date.now() - seenAgo),
    ]);
    return it;
  };
  const left = await sessions([
    { identity: 'revoked', userId: userA.id },
    { identity: 'impersonation left', userId: userA.id, impersonatorId: superAdmin.id },
  ]);
  for (const token of Object.values(left)) await product.call('POST', '/logout', { token });
  const blocked = await product.person();
  await pool.query("update users set status = 'blocked' where id = $1", [blocked.id]);
  const removed = await memberOf(product, userA, 'ADMIN without nothing');
  const { rows } = await pool.query('select id from team_members where user_id = $1', [removed.id]);
  await product.call('DELETE', `/team_users/${rows[0].id}`, { token: userA.token });
  const revokedToken = await programOf(product, admin, TOKEN_SCOPES);
  await pool.query('delete from api_tokens where token_hash = $1', [hashSecret(revokedToken)]);
  return {
    none: undefined,
    malformed: 'not a token; drop table users',
    idle: await seen(LONG_IDLE, LONG_IDLE),
    expired: await seen(LONG_AGO, 0),
    revoked: left.revoked,
    blocked: blocked.token,
    'removed member': removed.token,
    'impersonation left': left['impersonation left'],
    'impersonation over': await seen(HOUR, 0, superAdmin.id),
    'token revoked': revokedToken,
    'token expired': await programOf(product, admin, TOKEN_SCOPES, { expires_at: new Date(Date.now() - 1) }),
  };
}

interface NewSession {
  identity: string;
  userId: number;
  impersonatorId?: number;
}

/** Inserted directly, in bulk: login is tested elsewhere. */
const sessionsIn =
  (pool: TestApp['services']['pool']) =>
  async (wanted: readonly NewSession[]): Promise<Record<string, string>> => {
    const made = wanted.map((session) => ({ ...session, ...generateSecret() }));
    await pool.query(
      `insert into sessions (user_id, token_hash, impersonator_id, ip, user_agent)
       select user_id, token_hash, impersonator_id, '127.0.0.1', ''
       from unnest($1::bigint[], $2::text[], $3::bigint[]) as made (user_id, token_hash, impersonator_id)`,
      [
        made.map(({ userId }) => userId),
        made.map(({ hash }) => hash),
        made.map(({ impersonatorId }) => impersonatorId ?? null),
      ],
    );
    return Object.fromEntries(made.map(({ identity, secret }) => [identity, secret]));
  };

/** A new session of the account's owner, because a route may have ended the others. */
export async function sessionOfOwner(world: AccessFixture, identity: Identity): Promise<string> {
  const { id: userId } = ownerOf(world, identity);
  const { [identity]: token = '' } = await sessionsIn(world.product.services.pool)([{ identity, userId }]);
  return token;
}

/** A new member of the owner's account, as if they had accepted an invitation. */
async function memberOf(product: TestApp, { accountId }: Person, member: Member): Promise<Person> {
  const person = await product.person();
  const { pool } = product.services;
  const [role, restriction] = member.split(' without ');
  await pool.query('update users set account_id = $2 where id = $1', [person.id, accountId]);
  await pool.query(
    `update team_members set account_id = $2, role = $3, campaign_ids = $4, can_see_money = $5, can_export = $6,
       can_edit_profile = $7 where user_id = $1`,
    [
      person.id,
      accountId,
      role,
      restriction === 'campaigns' ? [] : null,
      restriction !== 'money',
      restriction !== 'export',
      restriction !== 'profile',
    ],
  );
  return { ...person, accountId };
}

/** Inserts an API token; returns its secret. */
async function programOf(
  { services }: TestApp,
  { id, accountId }: Person,
  scopes: readonly TokenScope[],
  limits: { expires_at?: Date; ip_allow_list?: string[] } = {},
): Promise<string> {
  const token = `${TOKEN_PREFIX}${generateSecret().secret}`;
  await services.pool.query(
    `insert into api_tokens (account_id, created_by_id, name, prefix, token_hash, scopes, expires_at, ip_allow_list)
     values ($1, $2, 'identity', 'pk_', $3, $4, $5, $6)`,
    [accountId, id, hashSecret(token), scopes, limits.expires_at ?? null, limits.ip_allow_list ?? null],
  );
  return token;
}
