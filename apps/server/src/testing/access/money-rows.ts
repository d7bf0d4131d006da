import { addEarnings } from '../money/earn-commission.ts';
import { PASSWORD } from '../test-app.ts';
import { type AccessFixture, type Identity, ownerOf, sessionOfOwner } from './identities.ts';
import { type AccessRow, type AccessRows, BILLING, EVERYONE, members, OPERATOR, STAFF } from './row.ts';

const READERS = members({ team: BILLING, needs: ['money'], scope: 'billing:read' });
const WRITERS = members({ team: BILLING, needs: ['money'], inPersonOnly: true });
const NOWHERE = { missing: () => ({ id: '999999999' }), malformed: () => ({ id: '1e1' }) };

/** A is a customer; operators are not listed here. */
const customerIds = (name: 'id' | 'user_id'): NonNullable<AccessRow['ids']> => ({
  own: ({ people }) => ({ [name]: String(people.userA.id) }),
  foreign: ({ people }) => ({ [name]: String(people.superAdmin.id) }),
  missing: () => ({ [name]: '999999999' }),
  malformed: () => ({ [name]: '1e1' }),
});
const correction = () => ({ amount: '0.01', reason: 'because of a test' });

/** A new withdrawal of the caller's account. */
async function requestOf(world: AccessFixture, identity: Identity): Promise<string> {
  const token = await readyToWithdraw(world, identity);
  const answer = await world.product.call('POST', '/withdrawals', { token, body: { amount: '20.00' } });
  return String(answer.json().data.id);
}

/** Gives the account money, a verified email and payout details, without an open withdrawal. Returns a session. */
async function readyToWithdraw(world: AccessFixture, identity: Identity): Promise<string> {
  const { id, accountId } = ownerOf(world, identity);
  const token = await sessionOfOwner(world, identity);
  const { services, call } = world.product;
  await services.pool.query('update users set email_verified_at = now() where id = $1', [id]);
  const open = (await call('GET', '/withdrawals?scope=own&status=pending', { token })).json().data;
  for (const request of open)
    await call('PUT', `/withdrawals/${request.id}/change-status`, { token, body: { status: 'cancelled' } });
  await addEarnings(services, accountId, 2_000n);
  const { payout } = (await call('GET', '/withdrawals/terms', { token })).json().data;
  const body = { method: 'other', holder: '', account: 'somewhere', password: PASSWORD };
  if (payout === null) await call('PUT', '/payout_details', { token, body });
  return token;
}

/** Staff reviews withdrawals of A and cannot see its own here. */
const STAFFS_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world) => ({ id: await requestOf(world, 'userA') }),
  foreign: async (world, identity) => ({
    id: identity === 'admin' || identity === 'superAdmin' ? await requestOf(world, identity) : '999999998',
  }),
  ...NOWHERE,
};

/** Withdrawals of the caller. Staff sees all withdrawals, so none is foreign to them. */
const OWN_REQUESTS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await requestOf(world, identity) }),
  foreign: async (world, identity) => ({
    id: identity === 'admin' || identity === 'superAdmin' ? '999999998' : await requestOf(world, 'superAdmin'),
  }),
  ...NOWHERE,
};

async function heldCommission(world: AccessFixture, beneficiary: Identity): Promise<string> {
  const { accountId, id } = ownerOf(world, beneficiary);
  const { services } = world.product;
  const { rows } = await services.pool.query(
    `insert into commissions (account_id, beneficiary_id, referral_id, source, base_minor, basis_points, amount_minor, currency, status, release_at)
     values ($1, $2, $3, 'test:' || gen_random_uuid(), 1000, 1000, 100, 'USD', 'held', now()) returning id`,
    [accountId, id, (await world.product.person()).id],
  );
  return String(rows[0].id);
}

export const moneyRows: AccessRows = {
  'GET /v1/transactions': { audience: READERS, status: 200, query: '?per_page=100' },
  'GET /v1/transactions/users': { audience: OPERATOR, status: 200, query: '?per_page=100' },
  'GET /v1/bank_statements/lines': { audience: OPERATOR, status: 200, query: '?per_page=100' },
  'POST /v1/bank_statements': {
    audience: OPERATOR,
    status: 200,
    body: () => ({ csv: 'Date,Amount,Purpose\n2026-11-05,49.00,INV-202611-0042\n', dry_run: true }),
  },
  'POST /v1/bank_statements/confirm': {
    audience: OPERATOR,
    status: 200,
    body: () => ({ lines: [{ line_id: 999999999, action: 'set_aside' }] }),
  },
  'POST /v1/transactions/users/:user_id/deposit': {
    audience: OPERATOR,
    status: 201,
    ids: customerIds('user_id'),
    body: correction,
  },
  'POST /v1/transactions/users/:user_id/deduct': {
    audience: OPERATOR,
    status: 201,
    ids: customerIds('user_id'),
    body: correction,
  },
  'GET /v1/transactions/users/:id/get_history': { audience: OPERATOR, status: 200, ids: customerIds('id') },

  'GET /v1/referrals': { audience: READERS, status: 200 },
  'GET /v1/referrals/commissions': { audience: READERS, status: 200 },
  'POST /v1/referrals/visits': { audience: EVERYONE, status: 200, body: () => ({ ref: 'NOBODY22' }) },
  'GET /v1/referrals/held': { audience: STAFF, status: 200 },
  'PUT /v1/referrals/commissions/:id/review': {
    audience: STAFF,
    status: 200,
    ids: {
      own: async (world) => ({ id: await heldCommission(world, 'userA') }),
      foreign: () => ({ id: '999999998' }),
      ...NOWHERE,
    },
    body: () => ({ decision: 'release', reason: 'two people after all' }),
  },
  'PUT /v1/referrals/users/:id/rate': {
    audience: OPERATOR,
    status: 200,
    ids: customerIds('id'),
    body: () => ({ percent: '12.5' }),
  },

  'GET /v1/withdrawals': { audience: READERS, status: 200, query: '?per_page=100' },
  'GET /v1/withdrawals/terms': { audience: READERS, status: 200 },
  'GET /v1/withdrawals/export': { audience: STAFF, status: 200 },
  'GET /v1/withdrawals/:id/payout': { audience: STAFF, status: 200, ids: STAFFS_IDS },
  'PUT /v1/payout_details': {
    audience: WRITERS,
    status: 200,
    body: () => ({ method: 'paypal', holder: '', account: 'somebody@example.test', password: PASSWORD }),
  },
  'POST /v1/withdrawals': {
    audience: WRITERS,
    status: 201,
    body: async (world, identity) => {
      await readyToWithdraw(world, identity);
      return { amount: '20.00' };
    },
  },
  'PUT /v1/withdrawals/:id/change-status': {
    audience: WRITERS,
    status: 200,
    ids: OWN_REQUESTS,
    body: () => ({ status: 'cancelled' }),
  },
};
