import { PASSWORD, type Person } from '../test-app.ts';
import { type AccessFixture, type Identity, ownerOf } from './identities.ts';
import { type AccessRow, type AccessRows, BILLING, EVERYONE, fresh, members, OPERATOR, WHOLE_TEAM } from './row.ts';

const BUYERS = members({ team: WHOLE_TEAM, scope: 'billing:read' });
const READERS = members({ team: BILLING, needs: ['money'], scope: 'billing:read' });
const EXPORTERS = members({ team: BILLING, needs: ['money', 'export'], scope: 'billing:read' });
/** The operator cannot buy plans. */
const CUSTOMERS: AccessRow['audience'] = {
  ...members({ team: BILLING, needs: ['money'], inPersonOnly: true }),
  superAdmin: 403,
};

/** Plans belong to the operator, so none is foreign. */
const TARIFF_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world) => ({ id: await plantTariff(world) }),
  foreign: () => ({ id: '999999998' }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

/** Available plans are public. */
const OFFERED_IDS: NonNullable<AccessRow['ids']> = {
  ...TARIFF_IDS,
  own: async (world) => ({ id: await plantTariff(world, true) }),
  // Plans that are not available look like missing ones.
  foreign: async (world) => ({ id: await plantTariff(world) }),
};

/** Coupons belong to the operator too. */
const COUPON_IDS: NonNullable<AccessRow['ids']> = {
  ...TARIFF_IDS,
  own: async (world) => ({ id: await plantCoupon(world, 'id') }),
};

/** An open invoice of the caller. The operator has access to all invoices. */
const INVOICE_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await plantInvoice(world, await somebody(world, identity)) }),
  foreign: async (world, identity) =>
    identity === 'superAdmin'
      ? { id: '999999998' }
      : {
          id: await plantInvoice(
            world,
            ownerOf(world, identity) === world.people.userA ? world.people.admin : world.people.userA,
          ),
        },
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

/** Ids of things that belong to an account; the operator sees those of all accounts unless they are of customers only. */
const idsOf = (plant: (world: AccessFixture, owner: Person) => Promise<string>): NonNullable<AccessRow['ids']> => ({
  own: async (world, identity) => ({ id: await plant(world, await somebody(world, identity)) }),
  foreign: async (world, identity) => ({
    id:
      identity === 'superAdmin'
        ? '999999998'
        : await plant(world, ownerOf(world, identity) === world.people.userA ? world.people.admin : world.people.userA),
  }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
});

const PAID_INVOICE_IDS = idsOf(async (world, owner) => {
  const paid = await plantInvoice(world, owner, 'paid');
  await world.product.services.pool.query('update invoices set paid_at = now() where id = $1', [paid]);
  return paid;
});

const CREDIT_NOTE_IDS = idsOf(async (world, owner) => {
  const invoiceId = await plantInvoice(world, owner);
  const { rows } = await world.product.services.pool.query(
    `insert into credit_notes (account_id, invoice_id, number, issued_at, amount_minor, tax_minor, tax_basis_points, currency,
       bill_to, seller, locale)
     select account_id, id, 'CN-' || id, now(), 100, 0, 0, currency, bill_to, seller, locale from invoices where id = $1 returning id`,
    [invoiceId],
  );
  return String(rows[0].id);
});

const METHOD_IDS = idsOf(async ({ product }, { id, accountId }) => {
  const { pool, secrets } = product.services;
  const { rows } = await pool.query(
    `insert into payment_methods (account_id, user_id, provider, reference, sealed, brand, last4, consent, confirmed_at)
     values ($1, $2, 'sandbox', $3, $4, 'visa', '4242', '{"version": 1, "language": "en", "ip": "", "at": ""}', now()) returning id`,
    [accountId, id, fresh(), secrets.seal('4242')],
  );
  return String(rows[0].id);
});

const CHECKOUT_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world) => ({ reference: await plantPayment(world, 'pending') }),
  foreign: async (world) => ({ reference: await plantPayment(world, 'failed') }),
  missing: () => ({ reference: fresh() }),
  malformed: () => ({ reference: "1'--" }),
};

export const billingRows: AccessRows = {
  'GET /v1/tariffs': { audience: BUYERS, status: 200 },
  'POST /v1/tariffs': { audience: OPERATOR, status: 201, body: () => newTariff() },
  'PUT /v1/tariffs/:id': { audience: OPERATOR, status: 200, ids: TARIFF_IDS, body: () => newTariff() },
  'DELETE /v1/tariffs/:id': { audience: OPERATOR, status: 200, ids: TARIFF_IDS },
  'GET /v1/tariffs/:id/quote': { audience: READERS, status: 200, ids: OFFERED_IDS },
  'POST /v1/tariffs/:id/pay': { audience: CUSTOMERS, status: 200, ids: OFFERED_IDS, body: () => ({}) },
  'PUT /v1/billing/overage': { audience: CUSTOMERS, status: 200, body: () => ({ monthly_cap: null }) },
  'GET /v1/coupons': { audience: OPERATOR, status: 200 },
  'POST /v1/coupons': { audience: OPERATOR, status: 201, body: () => ({ code: newCode(), percent: 10 }) },
  'PUT /v1/coupons/:id': { audience: OPERATOR, status: 200, ids: COUPON_IDS, body: () => ({}) },
  'DELETE /v1/coupons/:id': { audience: OPERATOR, status: 200, ids: COUPON_IDS },
  'POST /v1/coupons/check': {
    audience: CUSTOMERS,
    status: 200,
    body: async (world) => ({ coupon: await plantCoupon(world), tariff_id: Number(await plantTariff(world, true)) }),
  },
  'GET /v1/billing': { audience: READERS, status: 200 },
  'GET /v1/billing/details': { audience: READERS, status: 200 },
  'PUT /v1/billing/details': {
    audience: CUSTOMERS,
    status: 200,
    body: () => ({ name: fresh(), address: '', country: '', tax_id: '' }),
  },
  'GET /v1/vat_rates': { audience: OPERATOR, status: 200 },
  'PUT /v1/vat_rates': {
    audience: OPERATOR,
    status: 200,
    body: () => ({ rates: [{ country: 'EE', rate: '24', valid_from: '2026-01-01' }], password: PASSWORD }),
  },
  'POST /v1/transactions/deposit': { audience: CUSTOMERS, status: 200, body: () => ({ amount: '10' }) },
  'DELETE /v1/subscription/change': {
    audience: CUSTOMERS,
    status: 404,
  },
  'GET /v1/invoices': { audience: READERS, status: 200, query: '?per_page=100' },
  'GET /v1/invoices/export': { audience: EXPORTERS, status: 200 },
  'GET /v1/invoices/:id/pdf': { audience: READERS, status: 200, ids: INVOICE_IDS },
  // Planted without addresses; `vat.test.ts` reads complete ones.
  'GET /v1/invoices/:id/xml': { audience: READERS, status: 409, ids: INVOICE_IDS },
  'POST /v1/invoices/:id/pay': { audience: CUSTOMERS, status: 200, ids: INVOICE_IDS, body: () => ({}) },
  'POST /v1/invoices/:id/void': {
    audience: OPERATOR,
    status: 200,
    ids: INVOICE_IDS,
    body: () => ({ reason: 'a mistake' }),
  },
  'POST /v1/invoices/:id/refund': {
    audience: OPERATOR,
    status: 200,
    ids: PAID_INVOICE_IDS,
    body: () => ({ amount: '1', to: 'balance', reason: 'a gift' }),
  },
  'GET /v1/credit_notes': { audience: READERS, status: 200, query: '?per_page=100' },
  'GET /v1/credit_notes/:id/pdf': { audience: READERS, status: 200, ids: CREDIT_NOTE_IDS },
  'GET /v1/credit_notes/:id/xml': { audience: READERS, status: 409, ids: CREDIT_NOTE_IDS },
  'GET /v1/payment_methods': { audience: CUSTOMERS, status: 200 },
  'POST /v1/payment_methods': { audience: CUSTOMERS, status: 200, body: () => ({ consent: 1 }) },
  'POST /v1/payment_methods/:id/first': { audience: CUSTOMERS, status: 200, ids: METHOD_IDS },
  'DELETE /v1/payment_methods/:id': { audience: CUSTOMERS, status: 200, ids: METHOD_IDS },
  'POST /v1/invoices/:id/mark_paid': {
    audience: OPERATOR,
    status: 200,
    ids: INVOICE_IDS,
    body: () => ({ reason: 'by bank' }),
  },
  // Anyone with the checkout URL can end it; a finished or unknown checkout is not found.
  'GET /sandbox/checkout/:reference': { audience: EVERYONE, status: 200, ids: CHECKOUT_IDS },
  'POST /sandbox/checkout/:reference': { audience: EVERYONE, status: 303, ids: CHECKOUT_IDS },
  // Webhooks without the provider's signature are rejected.
  'POST /v1/payments/:provider/webhook': {
    audience: EVERYONE,
    status: 400,
    ids: {
      own: () => ({ provider: 'sandbox' }),
      foreign: () => ({ provider: 'stripe' }),
      missing: () => ({ provider: 'nobody' }),
      malformed: () => ({ provider: '1e1' }),
    },
  },
  'GET /v1/subscription': { audience: BUYERS, status: 200 },
  'POST /v1/users/:user_id/assign-tariff/:tariff_id': {
    audience: OPERATOR,
    status: 200,
    ids: {
      own: (world, identity) => assignment(world, identity),
      foreign: async (world) => ({ user_id: '999999998', tariff_id: await plantTariff(world) }),
      missing: async ({ people }) => ({ user_id: String(people.userA.id), tariff_id: '999999999' }),
      malformed: () => ({ user_id: '1e1', tariff_id: '1' }),
    },
    body: () => ({ reason: 'a gift' }),
  },
};

/** For a new user, so that no other plan changes. */
async function assignment({ product, people }: AccessFixture, identity: Identity) {
  const { id } = identity === 'superAdmin' ? await product.person() : people.userA;
  const { rows } = await product.services.pool.query("select id from tariffs where code = 'business'");
  return { user_id: String(id), tariff_id: String(rows[0].id) };
}

const NAMES = { ua: 'Назва', ru: 'Название', en: 'Name' };

const newTariff = () => ({
  code: `t-${fresh()}`,
  name: NAMES,
  description: NAMES,
  price: '12.50',
  events_limit: 1000,
  campaigns_limit: 5,
  seats_limit: 1,
  retention_days: 30,
  api_per_minute: 60,
  blacklist_limit: null,
});

const newCode = () => fresh().toUpperCase();

async function plantCoupon({ product }: AccessFixture, part: 'id' | 'code' = 'code'): Promise<string> {
  const { rows } = await product.services.pool.query(
    `insert into coupons (code, percent, duration, note, is_once_per_account, is_for_new_customers, tariff_ids)
     values ($1, 10, 'once', '', false, false, '[]') returning id, code`,
    [newCode()],
  );
  return String(rows[0][part]);
}

async function plantTariff({ product }: AccessFixture, isPublic = false): Promise<string> {
  const { rows } = await product.services.pool.query(
    `insert into tariffs (code, name, description, price_minor, retention_days, api_per_minute, is_public)
     values ($1, $2, $2, 1250, 30, 60, $3) returning id`,
    [`t-${fresh()}`, NAMES, isPublic],
  );
  return String(rows[0].id);
}

/** A new user for the operator, so that nothing of B changes. */
const somebody = async (world: AccessFixture, identity: Identity): Promise<Person> =>
  identity === 'superAdmin' ? world.product.person() : ownerOf(world, identity);

/** Replaces the open invoice of the account, because there can be only one. */
async function plantInvoice(
  { product }: AccessFixture,
  { id, accountId, email }: Person,
  status: 'open' | 'paid' = 'open',
): Promise<string> {
  const { pool } = product.services;
  await pool.query('update users set email_verified_at = now() where id = $1', [id]);
  // An account has one open invoice.
  if (status === 'open')
    await pool.query("update invoices set status = 'void' where account_id = $1 and status = 'open'", [accountId]);
  const { rows } = await pool.query(
    `insert into invoices (account_id, number, status, type, lines, subtotal_minor, credit_minor, tax_basis_points, tax_minor,
       total_minor, currency, bill_to, seller, locale, issued_at, due_at)
     values ($1, $2, $4, 'subscription', '[]', 1250, 0, 0, 0, 1250, 'USD', $3, '{"name": "S", "details": ""}', 'en', now(), now())
     returning id`,
    [accountId, fresh(), { name: '', email, address: '', country: '', tax_id: '' }, status],
  );
  return String(rows[0].id);
}

async function plantPayment({ product, people }: AccessFixture, status: 'pending' | 'failed'): Promise<string> {
  const { id, accountId } = people.admin;
  const reference = `planted-${fresh()}`;
  await product.services.pool.query(
    `insert into payments (account_id, user_id, reference, provider, purpose, status, amount_minor, currency, locale)
     values ($1, $2, $3, 'sandbox', 'deposit', $4, 1000, 'USD', 'en')`,
    [accountId, id, reference, status],
  );
  return reference;
}
