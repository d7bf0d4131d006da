import { generateSecret } from '../../secret.ts';
import { codeNow, enableSecondFactor } from '../second-factor.ts';
import { PASSWORD } from '../test-app.ts';
import { type AccessFixture, type Identity, personOf } from './identities.ts';
import { type AccessRow, type AccessRows, EVERYONE, fresh, members, SIGNED_IN, WHOLE_TEAM } from './row.ts';

const IN_PERSON = members({ team: WHOLE_TEAM, inPersonOnly: true });
const OWNERS = members({ team: [], inPersonOnly: true });

const SESSION_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await sessionOf(world, personOf(world, identity).id) }),
  foreign: async (world, identity) => ({ id: await sessionOfAnother(world, identity) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

export const securityRows: AccessRows = {
  // The same password, so that the next row can log in.
  'PUT /v1/profile/password': {
    audience: IN_PERSON,
    status: 200,
    body: () => ({ current_password: PASSWORD, password: PASSWORD, password_confirmation: PASSWORD }),
  },
  'POST /v1/profile/email': {
    audience: members({ team: WHOLE_TEAM, needs: ['profile'], inPersonOnly: true }),
    status: 200,
    body: () => ({ email: `${fresh()}@example.test`, password: PASSWORD }),
  },
  'GET /v1/email/change/:id/:hash': {
    audience: EVERYONE,
    status: 302,
    // Foreign, unknown and invalid links lead to the same screen.
    otherIdStatus: 302,
    ids: {
      own: newAddressLink,
      foreign: async (world) => ({ ...(await unusedLink(world)), id: String(world.people.userB.id) }),
      missing: async (world) => ({ ...(await unusedLink(world)), id: '999999999' }),
      malformed: async (world) => ({ ...(await unusedLink(world)), id: "1'--" }),
    },
  },
  'GET /v1/sessions': { audience: SIGNED_IN, status: 200 },
  'DELETE /v1/sessions': { audience: IN_PERSON, status: 200 },
  'DELETE /v1/sessions/:id': { audience: IN_PERSON, status: 200, ids: SESSION_IDS },
  'GET /v1/activity': { audience: SIGNED_IN, status: 200, query: '?per_page=100' },
  'GET /v1/account/export': { audience: IN_PERSON, status: 200 },
  'GET /v1/account/closing': { audience: OWNERS, status: 200 },
  // Rejected by validation, because the users of the matrix are still needed.
  'DELETE /v1/account': {
    audience: OWNERS,
    status: 422,
    body: () => ({ confirmation: 'nobody@example.test', password: PASSWORD }),
  },
  'GET /v1/two_factor': { audience: SIGNED_IN, status: 200 },
  'POST /v1/two_factor': { audience: IN_PERSON, status: 201, body: () => ({ password: PASSWORD }) },
  'PUT /v1/two_factor': { audience: IN_PERSON, status: 200, body: codeOf('pending') },
  'DELETE /v1/two_factor': { audience: IN_PERSON, status: 200, body: codeOf('enabled') },
  'POST /v1/two_factor/recovery_codes': { audience: IN_PERSON, status: 201, body: codeOf('enabled') },
};

const unusedLinks = new WeakMap<AccessFixture, ReturnType<typeof newAddressLink>>();

/** Shared by all calls that cannot use the link. */
function unusedLink(world: AccessFixture): ReturnType<typeof newAddressLink> {
  const link = unusedLinks.get(world) ?? newAddressLink(world);
  unusedLinks.set(world, link);
  return link;
}

/** For a new user, because the link changes the email. */
async function newAddressLink({ product }: AccessFixture) {
  const { id } = await product.person();
  const { secret, hash } = generateSecret();
  await product.services.pool.query(
    `insert into link_tokens (purpose, user_id, token_hash, email, expires_at)
     values ('change_email', $1, $2, $3, now() + interval '1 hour')`,
    [id, hash, `${fresh()}@example.test`],
  );
  return { id: String(id), hash: secret };
}

function codeOf(state: 'enabled' | 'pending'): NonNullable<AccessRow['body']> {
  return async (world, identity) => {
    const secret = await enableSecondFactor(world.product, personOf(world, identity).id, state);
    return { password: PASSWORD, code: codeNow(secret) };
  };
}

/** A new session for each call, because the call may end it. */
async function sessionOf({ product }: AccessFixture, userId: number): Promise<string> {
  const { rows } = await product.services.pool.query(
    `insert into sessions (user_id, token_hash, ip, user_agent) values ($1, $2, '192.0.2.1', 'planted') returning id`,
    [userId, generateSecret().hash],
  );
  return String(rows[0].id);
}

/** An existing session, because nothing of B may change. */
async function sessionOfAnother({ product, people }: AccessFixture, identity: Identity): Promise<string> {
  const { rows } = await product.services.pool.query('select id from sessions where user_id = $1 order by id limit 1', [
    identity === 'userB' ? people.userA.id : people.userB.id,
  ]);
  return String(rows[0].id);
}
