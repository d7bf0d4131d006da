import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FakeStripe } from '../../../testing/money/fake-stripe.ts';
import type { Person } from '../../../testing/test-app.ts';
import type { BillingFixture } from '../billing.fixture.ts';
import { announceExpiringCards, announceRenewals } from '../payments/announce-charges.service.ts';
import { createStripeFixture, paidSession, type StripeFixture } from '../payments/stripe.fixture.ts';

let fixture: StripeFixture;
let billing: BillingFixture;
let stripe: FakeStripe;
beforeAll(async () => {
  fixture = await createStripeFixture();
  ({ billing, stripe } = fixture);
});
afterAll(() => fixture.close());

const listMethods = (person: Person) => billing.get(person, '/payment_methods') as Promise<{ id: number }[]>;
const countNotices = async ({ accountId }: Person, kind: string): Promise<number> =>
  (await billing.query('select 1 from notifications where account_id = $1 and kind = $2', [accountId, kind])).length;

describe('a card', () => {
  it('is saved on the provider’s page, sealed, with the consent', async () => {
    const person = await billing.createCustomer();
    await fixture.saveCard(person);
    const session = Object.fromEntries(stripe.sessions.at(-1)?.params ?? []);
    expect(session).toMatchObject({ mode: 'setup', customer_creation: 'always' });
    expect(await listMethods(person)).toMatchObject([
      { provider: 'stripe', brand: 'visa', last4: '4242', expires: '2031-05', country: 'UA', refusal: null },
    ]);
    const [row] = (await billing.query('select sealed, consent from payment_methods where account_id = $1', [
      person.accountId,
    ])) as unknown as { sealed: string; consent: object }[];
    expect(row?.sealed).not.toMatch(/pm_|cus_/);
    expect(row?.consent).toMatchObject({ version: 1, language: 'en', ip: expect.any(String), at: expect.any(String) });
    expect(await billing.get(person, '/billing')).toMatchObject({ can_save: true, methods: [{ last4: '4242' }] });
  });

  it('is not listed before the provider has saved it', async () => {
    const person = await billing.createCustomer();
    await billing.app.call('POST', '/payment_methods', { token: person.token, body: { consent: 1 } });
    expect(await listMethods(person)).toEqual([]);
  });

  it.each([[{}], [{ consent: 0 }], [{ consent: true }]])(
    'is not saved without consent to the current text: %j',
    async (body) => {
      const person = await billing.createCustomer();
      const answer = await billing.app.call('POST', '/payment_methods', { token: person.token, body });
      expect(answer.statusCode).toBe(422);
    },
  );

  it('is saved while paying only if the box was ticked', async () => {
    const person = await billing.createCustomer();
    await billing.pay(person, 'starter');
    expect(stripe.sessions.at(-1)?.params.get('payment_intent_data[setup_future_usage]')).toBeNull();
    await billing.pay(person, 'starter', { save: 1 });
    const { reference = '', params } = stripe.sessions.at(-1) ?? {};
    expect(params?.get('payment_intent_data[setup_future_usage]')).toBe('off_session');
    expect(await listMethods(person)).toEqual([]);
    await fixture.deliver(stripe.event('checkout.session.completed', paidSession(reference, 2900)));
    expect(await listMethods(person)).toMatchObject([{ last4: '4242' }]);
  });

  it('is saved by the repeated event when the provider could not be asked', async () => {
    const person = await billing.createCustomer();
    await billing.pay(person, 'starter', { save: 1 });
    const event = stripe.event(
      'checkout.session.completed',
      paidSession(stripe.sessions.at(-1)?.reference ?? '', 2900),
    );
    stripe.isDown = true;
    expect((await fixture.deliver(event)).statusCode).toBe(500);
    stripe.isDown = false;
    expect(await billing.get(person, '/subscription')).toMatchObject({ tariff_id: billing.tariffId('starter') });
    expect((await fixture.deliver(event)).statusCode).toBe(200);
    expect(await listMethods(person)).toHaveLength(1);
  });

  it('can be made first and removed, here and at the provider', async () => {
    const person = await billing.createCustomer();
    await fixture.saveCard(person);
    await fixture.saveCard(person);
    const [first, second] = await listMethods(person);
    const token = person.token;
    const made = await billing.app.call('POST', `/payment_methods/${second?.id}/first`, { token });
    expect(made.json().data.map(({ id }: { id: number }) => id)).toEqual([second?.id, first?.id]);
    const before = stripe.detached.length;
    expect((await billing.app.call('DELETE', `/payment_methods/${second?.id}`, { token })).statusCode).toBe(200);
    expect(await listMethods(person)).toMatchObject([{ id: first?.id }]);
    await expect.poll(() => stripe.detached.length).toBe(before + 1);
    await expect
      .poll(async () => (await billing.query('select sealed from payment_methods where id = $1', [second?.id]))[0])
      .toEqual({ sealed: null });
    const other = await billing.createCustomer();
    const foreign = await billing.app.call('DELETE', `/payment_methods/${first?.id}`, { token: other.token });
    expect(foreign.statusCode).toBe(404);
  });

  it('is announced 30 and 7 days before it expires, once each', async () => {
    const person = await billing.createCustomer();
    await fixture.saveCard(person);
    const { services } = billing.app;
    for (const day of [
      '2031-04-20',
      '2031-05-03',
      '2031-05-04',
      '2031-05-20',
      '2031-05-26',
      '2031-05-30',
      '2031-06-02',
    ])
      await announceExpiringCards(services, new Date(`${day}T12:00:00Z`));
    expect(await countNotices(person, 'card_expiring')).toBe(2);
  });

  it('is needed for a year that is announced 14 days ahead, once', async () => {
    const person = await billing.createCustomer();
    await billing.pay(person, 'pro', { period: 'year' });
    const { reference = '' } = stripe.sessions.at(-1) ?? {};
    await fixture.deliver(stripe.event('checkout.session.completed', paidSession(reference, 79_000)));
    const { ends_at: endsAt } = (await billing.get(person, '/subscription')) as { ends_at: string };
    for (const ahead of [20, 14, 13, 1])
      await announceRenewals(billing.app.services, new Date(Date.parse(endsAt) - ahead * 86_400_000 + 60_000));
    expect(await countNotices(person, 'renewal_ahead')).toBe(1);
  });
});
