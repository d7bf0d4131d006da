import { generateSecret } from '../../secret.ts';
import { enableSecondFactor } from '../second-factor.ts';
import { PASSWORD } from '../test-app.ts';
import { type AccessFixture, hasFewCampaigns, type Identity, personOf } from './identities.ts';
import { type AccessRow, type AccessRows, fresh, MANAGERS, members, OPERATOR, WHOLE_TEAM } from './row.ts';
import { createCampaignOf } from './traffic/campaign-rows.ts';

const MANAGED_BY = members({ team: MANAGERS, inPersonOnly: true });

/** A new user for each call, because the call changes it. No user is foreign to the operator. */
const SOMEBODY: NonNullable<AccessRow['ids']> = {
  own: async ({ product }: AccessFixture) => ({ id: String((await product.person()).id) }),
  foreign: () => ({ id: '999999998' }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

const NOTE_IDS: NonNullable<AccessRow['ids']> = {
  own: async ({ product, people }: AccessFixture) => {
    const { id, accountId } = await product.person();
    const { rows } = await product.services.pool.query(
      "insert into customer_notes (account_id, author_id, text) values ($1, $2, 'Called') returning id",
      [accountId, people.superAdmin.id],
    );
    return { id: String(id), note_id: String(rows[0].id) };
  },
  foreign: ({ people }: AccessFixture) => ({ id: String(people.userB.id), note_id: '999999998' }),
  missing: () => ({ id: '999999999', note_id: '999999999' }),
  malformed: () => ({ id: '1e1', note_id: '1e1' }),
};

/** Segments are the operators’, so none is foreign to one. */
const SEGMENT_IDS: NonNullable<AccessRow['ids']> = {
  own: async ({ product }: AccessFixture) => {
    const { rows } = await product.services.pool.query(
      "insert into segments (name, filter) values ($1, '{}') returning id",
      [fresh()],
    );
    return { id: String(rows[0].id) };
  },
  foreign: () => ({ id: '999999998' }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

const TOKEN_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await tokenOf(world, identity) }),
  foreign: async (world, identity) => ({ id: await tokenOfAnother(world, identity) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

const MEMBER_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await insertInvitation(world.product, personOf(world, identity).accountId) }),
  foreign: async (world, identity) => ({ id: await invitationOfAnother(world, identity) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

export const peopleRows: AccessRows = {
  'GET /v1/users': { audience: OPERATOR, status: 200, query: '?per_page=100' },
  'PUT /v1/users/:id': { audience: OPERATOR, status: 200, ids: SOMEBODY, body: () => ({ status: 'blocked' }) },
  'POST /v1/login_user/:id': { audience: OPERATOR, status: 200, ids: SOMEBODY },
  'POST /v1/user_verify/:id': { audience: OPERATOR, status: 200, ids: SOMEBODY },
  'GET /v1/users/:id/activity': { audience: OPERATOR, status: 200, ids: SOMEBODY, query: '?per_page=100' },
  'DELETE /v1/users/:id/two_factor': {
    audience: OPERATOR,
    status: 200,
    ids: { ...SOMEBODY, own: somebodyWithSecondFactor },
    body: () => ({ reason: 'The phone is lost' }),
  },
  'GET /v1/users/export': { audience: OPERATOR, status: 200 },
  'GET /v1/users/filters': { audience: OPERATOR, status: 200 },
  'GET /v1/users/:id': { audience: OPERATOR, status: 200, ids: SOMEBODY },
  ...customerRows(),
  'GET /v1/team_users': { audience: members({ team: WHOLE_TEAM, scope: 'team:read' }), status: 200 },
  'POST /v1/team_users': { audience: MANAGED_BY, status: 201, body: invitationOfNobodyElse },
  'PUT /v1/team_users/:id': { audience: MANAGED_BY, status: 200, ids: MEMBER_IDS, body: givable },
  'POST /v1/team_users/:id/resend': { audience: MANAGED_BY, status: 200, ids: MEMBER_IDS },
  // Rejected, because the invitation is not accepted yet.
  'POST /v1/team_users/:id/make_owner': {
    audience: { ...members({ team: [], inPersonOnly: true }), admin: 403, superAdmin: 403 },
    status: 409,
    ids: MEMBER_IDS,
    body: () => ({ password: PASSWORD }),
  },
  'DELETE /v1/team_users/:id': { audience: MANAGED_BY, status: 200, ids: MEMBER_IDS },
  'GET /v1/api_tokens': { audience: members({ team: MANAGERS }), status: 200 },
  'POST /v1/api_tokens': { audience: MANAGED_BY, status: 201, body: newTokenOfNobodyElse },
  'POST /v1/api_tokens/:id/rotate': { audience: MANAGED_BY, status: 200, ids: TOKEN_IDS },
  'DELETE /v1/api_tokens/:id': { audience: MANAGED_BY, status: 200, ids: TOKEN_IDS },
};

async function somebodyWithSecondFactor({ product }: AccessFixture) {
  const { id } = await product.person();
  await enableSecondFactor(product, id, 'enabled');
  return { id: String(id) };
}

/** What operators know about a customer. */
function customerRows(): AccessRows {
  const read = { audience: OPERATOR, status: 200, ids: SOMEBODY };
  const tabs = ['usage', 'campaigns', 'money', 'payments', 'tariffs', 'emails', 'notes'];
  const segment = () => ({ name: `Segment ${fresh()}`, filter: { status: 'active' } });
  const limits = () => ({
    ...{ events: 1000, campaigns: null, seats: null, blacklist: null, domains: null },
    ...{ until: new Date().toISOString().slice(0, 10), reason: 'Asked by phone' },
  });
  return {
    ...Object.fromEntries(tabs.map((tab) => [`GET /v1/users/:id/${tab}`, read])),
    'PUT /v1/users/:id/tags': { ...read, body: () => ({ tags: ['vip'] }) },
    'PUT /v1/users/:id/limits': { ...read, body: limits },
    'POST /v1/users/:id/notes': { ...read, status: 201, body: () => ({ text: 'Called' }) },
    'DELETE /v1/users/:id/notes/:note_id': { ...read, ids: NOTE_IDS },
    'GET /v1/segments': { audience: OPERATOR, status: 200 },
    'POST /v1/segments': { audience: OPERATOR, status: 201, body: segment },
    'PUT /v1/segments/:id': { audience: OPERATOR, status: 200, ids: SEGMENT_IDS, body: segment },
    'DELETE /v1/segments/:id': { audience: OPERATOR, status: 200, ids: SEGMENT_IDS },
  };
}

/** A new token for each call, because the call may delete it. */
const tokenOf = (world: AccessFixture, identity: Identity): Promise<string> =>
  insertToken(world.product, personOf(world, identity), 'planted');

/** A token of B; for B, one of A. */
async function tokenOfAnother(world: AccessFixture, identity: Identity): Promise<string> {
  const { product, people } = world;
  if (identity === 'userB') return insertToken(product, people.userA, 'planted');
  const { rows } = await product.services.pool.query('select id from api_tokens where account_id = $1 order by id', [
    people.userB.accountId,
  ]);
  return String(rows[0].id);
}

/** Inserted directly, with an unknown secret. */
export async function insertToken(
  { services }: AccessFixture['product'],
  { id, accountId }: { id: number; accountId: number },
  name: string,
): Promise<string> {
  const { rows } = await services.pool.query(
    `insert into api_tokens (account_id, created_by_id, name, prefix, token_hash, scopes)
     values ($1, $2, $3, 'pk_', $4, '{campaigns:read}') returning id`,
    [accountId, id, name, generateSecret().hash],
  );
  return String(rows[0].id);
}

/** Makes space for another token and verifies the caller's email. */
async function newTokenOfNobodyElse(world: AccessFixture, identity: Identity) {
  const { id, accountId } = personOf(world, identity);
  const { pool } = world.product.services;
  if (identity !== 'userB') {
    await pool.query("delete from api_tokens where account_id = $1 and name <> 'identity'", [accountId]);
    // An account has at most ten tokens. These open none of the rows here in any account.
    const { admin } = world.people;
    await pool.query(
      `update api_tokens set account_id = $2, created_by_id = $3
       where account_id = $1 and scopes && '{costs:read,costs:write,connections:write,networks:read,networks:write}'`,
      [accountId, admin.accountId, admin.id],
    );
  }
  await pool.query('update users set email_verified_at = coalesce(email_verified_at, now()) where id = $1', [id]);
  return { name: `Token ${fresh()}`, scopes: ['campaigns:read'] };
}

/** Inserted directly, for an unused email. */
export async function insertInvitation({ services }: AccessFixture['product'], accountId: number): Promise<string> {
  const { rows } = await services.pool.query(
    "insert into team_members (account_id, email, role) values ($1, $2, 'EDITOR') returning id",
    [accountId, `${fresh()}@example.test`],
  );
  return String(rows[0].id);
}

/** An invitation of B; for B, one of A. */
async function invitationOfAnother({ product, people }: AccessFixture, identity: Identity): Promise<string> {
  if (identity === 'userB') return insertInvitation(product, people.userA.accountId);
  const { rows } = await product.services.pool.query(
    'select id from team_members where account_id = $1 and user_id is null order by id',
    [people.userB.accountId],
  );
  return String(rows[0].id);
}

/** Makes space for another member and verifies the caller's email. */
async function invitationOfNobodyElse(world: AccessFixture, identity: Identity) {
  const { id, accountId } = personOf(world, identity);
  const { pool } = world.product.services;
  if (identity !== 'userB')
    await pool.query('delete from team_members where account_id = $1 and user_id is null', [accountId]);
  await pool.query('update users set email_verified_at = coalesce(email_verified_at, now()) where id = $1', [id]);
  return { email: `${fresh()}@example.test`, ...(await givable(world, identity)) };
}

/** Permissions that the caller has and can grant. */
async function givable(world: AccessFixture, identity: Identity) {
  return {
    role: 'VIEWER',
    campaign_ids: hasFewCampaigns(identity) ? [Number(await createCampaignOf(world, identity))] : null,
    can_see_money: !identity.endsWith('without money'),
    can_export: !identity.endsWith('without export'),
  };
}
