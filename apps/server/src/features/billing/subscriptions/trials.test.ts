import type { Business, CustomerList } from '@poklik/contract/overview-business';
import type { PlanFeature } from '@poklik/contract/plan-features';
import type { Tariff } from '@poklik/contract/tariffs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-app.ts';
import { type BillingFixture, createBillingFixture } from '../billing.fixture.ts';
import { billingJobs } from '../billing.jobs.ts';
import { reconcile } from '../ledger/reconcile.service.ts';

let billing: BillingFixture;
let open: Tariff;
let guarded: Tariff;
beforeAll(async () => {
  billing = await createBillingFixture();
  open = await plan('try', { trial_days: 14 });
  guarded = await plan('try-card', { trial_days: 14, trial_needs_card: true });
});
afterAll(async () => {
  expect(await reconcile(billing.app.services.db)).toEqual([]);
  await billing.app.close();
});

const NAMES = (name: string) => ({ ua: name, ru: name, en: name });
const planBody = (code: string, changes: object) => ({
  ...{ code, name: NAMES(code), description: NAMES(''), price: '50', events_limit: null, campaigns_limit: null },
  ...{ seats_limit: 5, retention_days: 90, api_per_minute: 600, blacklist_limit: null, ...changes },
});
const plan = async (code: string, changes: object = {}): Promise<Tariff> =>
  (await billing.app.call('POST', '/tariffs', { token: billing.operator.token, body: planBody(code, changes) })).json()
    .data;
const buy = ({ token }: Person, { id }: { id: number }, body: object = {}) =>
  billing.app.call('POST', `/tariffs/${id}/pay`, { token, body });
const quote = (person: Person, { id }: { id: number }) =>
  billing.get(person, `/tariffs/${id}/quote`) as Promise<object>;
const saveCard = ({ id, accountId }: Person, last4 = '4242') =>
  billing.query(
    `insert into payment_methods (account_id, user_id, provider, reference, sealed, brand, last4, consent, confirmed_at)
     values ($1, $2, 'sandbox', $3, $4, 'visa', $5, '{"version": 1, "language": "en", "ip": "", "at": ""}', now())`,
    [accountId, id, `card-${accountId}`, billing.app.services.secrets.seal(last4), last4],
  );
const run = (job: 'renew_subscriptions' | 'announce_charges') => billingJobs(billing.app.services)[job]?.({});
const listKinds = async ({ accountId }: Person) =>
  (await billing.query('select kind from notifications where account_id = $1 order by id', [accountId])).map(
    ({ kind }) => String(kind),
  );
const countInvoices = async (person: Person) => ((await billing.get(person, '/invoices')) as unknown[]).length;

describe('a trial', () => {
  it('without a card ends in the free plan, without an invoice and without a reminder of a charge', async () => {
    const person = await billing.createCustomer();
    expect(await quote(person, open)).toMatchObject({ kind: 'trial', total: '0.00', needs_card: false });
    expect((await buy(person, open)).statusCode).toBe(200);
    expect(await billing.get(person, '/subscription')).toMatchObject({ tariff_id: open.id, is_trial: true });
    expect(await billing.get(person, '/billing')).toMatchObject({ next_charge: null });
    await billing.shiftSubscriptionBack(person, 12);
    await run('announce_charges');
    await billing.shiftSubscriptionBack(person, 3);
    await run('renew_subscriptions');
    expect(await billing.get(person, '/subscription')).toMatchObject({ status: 'ended', is_trial: false });
    expect(await countInvoices(person)).toBe(0);
    expect(await listKinds(person)).toEqual(['tariff_ended']);
  });

  it('with a card is charged at its end, announced once 3 days ahead', async () => {
    const person = await billing.createCustomer();
    await saveCard(person);
    await buy(person, open);
    await billing.shiftSubscriptionBack(person, 10);
    await run('announce_charges');
    expect(await listKinds(person)).toEqual([]);
    await billing.shiftSubscriptionBack(person, 2);
    await run('announce_charges');
    await run('announce_charges');
    expect(await listKinds(person)).toEqual(['trial_ending']);
    await billing.shiftSubscriptionBack(person, 3);
    await run('renew_subscriptions');
    expect(await billing.get(person, '/subscription')).toMatchObject({ status: 'active', is_trial: false });
    expect(await billing.get(person, '/invoices')).toMatchObject([{ total: '50.00', status: 'paid' }]);
  });

  it('whose charge fails adds nothing to recurring revenue', async () => {
    const person = await billing.createCustomer();
    await saveCard(person, '0341');
    await buy(person, open);
    await billing.shiftSubscriptionBack(person, 15);
    await run('renew_subscriptions');
    expect(await billing.get(person, '/subscription')).toMatchObject({ status: 'past_due' });
    const rows = await billing.query(
      'select sum(arr_minor)::int as arr from subscription_history where account_id = $1',
      [person.accountId],
    );
    expect(rows).toEqual([{ arr: 0 }]);
  });

  it('of a plan that needs a card starts only with one', async () => {
    const person = await billing.createCustomer();
    expect(await quote(person, guarded)).toMatchObject({ kind: 'trial', needs_card: true });
    const refused = await buy(person, guarded);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'card_needed']);
    await saveCard(person);
    expect((await buy(person, guarded)).statusCode).toBe(200);
  });

  it('is given once to a person, also with another account', async () => {
    const person = await billing.createCustomer();
    await buy(person, open);
    const again = await billing.createCustomer();
    const [name, domain] = person.email.split('@');
    await billing.query('update users set email = $1 where id = $2', [`${name}+again@${domain}`, again.id]);
    expect(await quote(again, open)).toMatchObject({ kind: 'start', total: '50.00' });
  });

  it('can be bought before its end, and keeps a coupon for that', async () => {
    const { token } = billing.operator;
    await billing.app.call('POST', '/coupons', { token, body: { code: 'HALF', percent: 50 } });
    const person = await billing.createCustomer();
    await billing.topUp(person, '100');
    expect((await buy(person, open, { coupon: 'HALF' })).statusCode).toBe(200);
    expect(await quote(person, open)).toMatchObject({ kind: 'start', total: '25.00', coupon: 'HALF' });
    expect((await buy(person, open, { method: 'balance' })).json().data).toMatchObject({ status: 'paid' });
    expect(await billing.getBalance(person)).toBe('75.00');
  });

  it('is counted by the overview, as long as its list', async () => {
    const ask = async (path: string) =>
      (await billing.app.call('GET', path, { token: billing.operator.token, language: 'en' })).json();
    const { figures, at_risk }: Business = (await ask('/overview/business')).data;
    expect(figures.trials).toEqual({ started: 6, running: 2, converted: 2 });
    const total = async (list: CustomerList) => (await ask(`/overview/customers?list=${list}`)).meta.total;
    expect({
      started: await total('trials_started'),
      running: await total('trials_running'),
      converted: await total('trials_converted'),
    }).toEqual(figures.trials);
    expect(at_risk.find(({ risk }) => risk === 'trial_without_card')?.count).toBe(await total('trial_without_card'));
  });
});

describe('a plan', () => {
  it('has a price of its own for a year', async () => {
    const own = await plan('own-year', { price_year: '420' });
    expect(own).toMatchObject({ prices: { month: '50.00', year: '420.00' }, price_year: '420.00' });
    const person = await billing.createCustomer();
    await billing.topUp(person, '420');
    expect((await buy(person, own, { method: 'balance', period: 'year' })).statusCode).toBe(200);
    expect(await billing.getBalance(person)).toBe('0.00');
  });

  it('that lacks a feature refuses only that, and names the cheapest one with it', async () => {
    const without = await plan('small', { feature_keys: ['team'] satisfies PlanFeature[], features: ['24/7'] });
    expect(without).toMatchObject({ features: ['24/7'], highlights: { ua: ['24/7'], ru: ['24/7'], en: ['24/7'] } });
    const person = await billing.createCustomer();
    const token = (name: string) =>
      billing.app.call('POST', '/api_tokens', {
        ...{ token: person.token, language: 'en' },
        body: { name, scopes: ['statistics:read'], expires_at: null, ip_allowlist: [] },
      });
    await billing.app.call('POST', `/users/${person.id}/assign-tariff/${without.id}`, {
      token: billing.operator.token,
      body: { reason: 'test' },
    });
    const refused = await token('one');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'feature_not_in_tariff']);
    expect(refused.json().message).toContain('API tokens');
    expect(refused.json().message).toContain('Free');
    for (const path of ['/conversions', '/api_tokens', '/companies', '/team_users'])
      expect((await billing.app.call('GET', path, { token: person.token })).statusCode).toBe(200);
    await billing.app.call('PUT', `/tariffs/${without.id}`, {
      token: billing.operator.token,
      body: planBody('small', { feature_keys: ['team', 'api'] }),
    });
    expect((await token('two')).json().code).not.toBe('feature_not_in_tariff');
  });
});
