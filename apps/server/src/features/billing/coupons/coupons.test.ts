import type { TariffQuote } from '@poklik/contract/billing';
import type { Coupon } from '@poklik/contract/coupons';
import type { Invoice } from '@poklik/contract/invoices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-app.ts';
import { type BillingFixture, createBillingFixture } from '../billing.fixture.ts';
import { billingJobs } from '../billing.jobs.ts';
import { reconcile } from '../ledger/reconcile.service.ts';
import { lockEnteredCoupon, takeUse } from './use-coupon.service.ts';

let billing: BillingFixture;
beforeAll(async () => {
  billing = await createBillingFixture();
});
afterAll(async () => {
  expect(await reconcile(billing.app.services.db)).toEqual([]);
  await billing.app.close();
});

let codes = 0;
const create = (body: object) =>
  billing.app.call('POST', '/coupons', {
    token: billing.operator.token,
    body: { code: `CODE-${++codes}`, percent: 20, ...body },
  });
const coupon = async (body: object = {}): Promise<Coupon> => {
  const response = await create(body);
  expect(response.statusCode).toBe(201);
  return response.json().data;
};
const check = ({ token }: Person, code: string, tariff = 'pro', period = 'month') =>
  billing.app.call('POST', '/coupons/check', {
    token,
    body: { coupon: code, tariff_id: billing.tariffId(tariff), period },
  });
const listInvoices = async (person: Person): Promise<Invoice[]> =>
  ((await billing.get(person, '/invoices')) as Invoice[]).filter(({ type }) => type === 'subscription');
const arrOf = async ({ accountId }: Person): Promise<number> => {
  const [row] = await billing.query(
    'select arr_minor::int as arr from subscription_history where account_id = $1 order by version desc limit 1',
    [accountId],
  );
  return (row as unknown as { arr: number } | undefined)?.arr ?? 0;
};
const renew = async (person: Person) => {
  await billing.shiftSubscriptionBack(person, 31);
  await billingJobs(billing.app.services).renew_subscriptions?.({});
};
const customerWith = async (balance: string): Promise<Person> => {
  const person = await billing.createCustomer();
  await billing.topUp(person, balance);
  return person;
};
const REFUSED = { statusCode: 409, code: 'coupon_refused' };
const outcome = (response: Awaited<ReturnType<typeof check>>) => ({
  statusCode: response.statusCode,
  code: response.json().code,
});

describe('coupons of the operator', () => {
  it('are listed with their state and uses, changed in who may use them, and archived', async () => {
    const { id, code } = await coupon({ code: 'spring-26', uses_max: 5 });
    expect(code).toBe('SPRING-26');
    const { token } = billing.operator;
    const list = async () =>
      (await billing.app.call('GET', '/coupons?search=spring', { token })).json().data.map((one: Coupon) => one.state);
    expect(await list()).toEqual(['active']);
    const change = (body: object) => billing.app.call('PUT', `/coupons/${id}`, { token, body });
    expect((await change({ valid_until: '2020-01-01', percent: 90 })).json().data).toMatchObject({
      ...{ state: 'expired', percent: 20, uses_max: null, uses: 0, discounted: '0.00' },
    });
    await change({ valid_from: '2050-01-01' });
    expect(await list()).toEqual(['scheduled']);
    expect((await billing.app.call('DELETE', `/coupons/${id}`, { token })).statusCode).toBe(200);
    expect(await list()).toEqual(['archived']);
  });

  it.each([
    ['without a discount', { percent: null }, 'percent'],
    ['with two discounts', { amount: '5' }, 'percent'],
    ['for some invoices that are not counted', { duration: 'periods' }, 'periods'],
    ['that ends before it starts', { valid_from: '2026-12-02', valid_until: '2026-12-01' }, 'valid_until'],
    ['with a code that is taken', { code: 'TAKEN' }, 'code'],
  ])('%s are refused at their field', async (_, body, field) => {
    if (field === 'code') await coupon({ code: 'taken' });
    const response = await create(body);
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, [field]]);
  });
});

describe('a coupon', () => {
  it('is a negative line before tax, for as many invoices as promised', async () => {
    const { code } = await coupon({ duration: 'periods', periods: 2 });
    const person = await customerWith('500');
    const quote: TariffQuote = (await check(person, code.toLowerCase())).json().data;
    expect(quote).toMatchObject({ total: '63.20', coupon: code });
    expect(quote.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['tariff', '79.00'],
      ['coupon', '-15.80'],
    ]);
    expect((await billing.pay(person, 'pro', { method: 'balance', coupon: code })).statusCode).toBe(200);
    const [first] = await listInvoices(person);
    expect(first).toMatchObject({ subtotal: '63.20', total: '63.20', status: 'paid' });
    expect(first?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['tariff', '79.00'],
      ['coupon', '-15.80'],
    ]);
    expect(await arrOf(person)).toBe(6320 * 12);
    expect(await billing.get(person, '/billing')).toMatchObject({
      coupon: { code, percent: 20, invoices_left: 1 },
      next_charge: { amount: '63.20' },
    });
    await renew(person);
    expect((await listInvoices(person))[0]).toMatchObject({ total: '63.20' });
    expect(await billing.get(person, '/billing')).toMatchObject({ coupon: null, next_charge: { amount: '79.00' } });
    await renew(person);
    expect((await listInvoices(person))[0]).toMatchObject({ total: '79.00' });
    expect(await arrOf(person)).toBe(7900 * 12);
    const [moved] = await billing.query(
      'select movement from subscription_history where account_id = $1 order by version desc limit 1',
      [person.accountId],
    );
    expect(moved).toEqual({ movement: 'expansion' });
  });

  it('for one invoice leaves recurring revenue as it is', async () => {
    const { code } = await coupon({ percent: null, amount: '100' });
    const person = await billing.createCustomer();
    expect((await billing.pay(person, 'pro', { coupon: code })).json().data).toMatchObject({ status: 'paid' });
    expect((await listInvoices(person))[0]).toMatchObject({ total: '0.00', subtotal: '0.00' });
    expect(await arrOf(person)).toBe(7900 * 12);
    expect(await billing.get(person, '/billing')).toMatchObject({ coupon: null });
  });

  it('is reserved by an open checkout, and used when it is paid', async () => {
    const { code } = await coupon({ uses_max: 1, once_per_account: false });
    const [buyer, other] = [await billing.createCustomer(), await billing.createCustomer()];
    const opened = (await billing.pay(buyer, 'pro', { coupon: code })).json().data;
    expect(outcome(await check(other, code))).toEqual(REFUSED);
    // The buyer can choose again before paying.
    expect((await check(buyer, code)).statusCode).toBe(200);
    expect((await billing.completeCheckout(opened.payment_url, 'paid')).statusCode).toBeLessThan(400);
    expect((await listInvoices(buyer))[0]).toMatchObject({ total: '63.20', status: 'paid' });
    expect(outcome(await check(buyer, code, 'business'))).toEqual(REFUSED);
  });

  it('that others used up in the meantime leaves the payment on the balance', async () => {
    const { code, id } = await coupon({ uses_max: 1 });
    const [slow, quick] = [await billing.createCustomer(), await customerWith('100')];
    const opened = (await billing.pay(slow, 'pro', { coupon: code })).json().data;
    await billing.query("update coupon_uses set reserved_at = now() - interval '2 days' where coupon_id = $1", [id]);
    expect((await billing.pay(quick, 'pro', { method: 'balance', coupon: code })).statusCode).toBe(200);
    await billing.completeCheckout(opened.payment_url, 'paid');
    expect(await listInvoices(slow)).toEqual([]);
    expect(await billing.getBalance(slow)).toBe('63.20');
  });

  it('replaces an unpaid invoice by one with the discount, once', async () => {
    const { code } = await coupon({ duration: 'forever', once_per_account: false });
    const person = await customerWith('79');
    await billing.pay(person, 'pro', { method: 'balance' });
    await renew(person);
    const [open] = await listInvoices(person);
    expect(open).toMatchObject({ status: 'open', total: '79.00' });
    const payInvoice = (id: number | undefined) =>
      billing.app.call('POST', `/invoices/${id}/pay`, { token: person.token, body: { coupon: code } });
    const { payment_url: page } = (await payInvoice(open?.id)).json().data;
    const [discounted, voided] = await listInvoices(person);
    expect([discounted, voided]).toMatchObject([
      { status: 'open', total: '63.20' },
      { id: open?.id, status: 'void', void_reason: 'replaced' },
    ]);
    expect(outcome(await payInvoice(discounted?.id))).toEqual(REFUSED);
    await billing.completeCheckout(page, 'paid');
    expect(await billing.get(person, '/subscription')).toMatchObject({ status: 'active' });
    expect(await arrOf(person)).toBe(6320 * 12);
  });

  it('is used as often as allowed by 200 accounts at once', async () => {
    const { code } = await coupon({ uses_max: 10 });
    const { db } = billing.app.services;
    const rows = await billing.query('insert into accounts select from generate_series(1, 200) returning id');
    const tariffId = billing.tariffId('pro');
    const used = await Promise.allSettled(
      rows.map(({ id }) =>
        db.transaction(async (tx) => {
          const accountId = Number(id);
          const entered = await lockEnteredCoupon(tx, { code, accountId, tariffId, now: new Date() });
          return takeUse(tx, accountId, entered, false);
        }),
      ),
    );
    expect(used.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });
});

describe('refusals', () => {
  it('are the same whatever the reason, and ten an hour', async () => {
    const person = await customerWith('100');
    await billing.pay(person, 'starter', { method: 'balance' });
    const forNew = await coupon({ new_customers_only: true });
    const forBusiness = await coupon({ tariff_ids: [billing.tariffId('business')] });
    const over = await coupon({ valid_until: '2020-01-01' });
    const answers = [
      await check(person, 'NEVER-MADE'),
      await check(person, forNew.code),
      await check(person, forBusiness.code),
      await check(person, over.code),
      await billing.pay(person, 'pro', { coupon: over.code }),
      // There is nothing to pay.
      await check(person, (await coupon()).code, 'starter'),
      await check(person, (await coupon()).code, 'free'),
    ];
    const [text] = answers.map((answer) => answer.json().message);
    for (const answer of answers) {
      expect(outcome(answer)).toEqual(REFUSED);
      expect(answer.json().message).toBe(text);
    }
    const { code } = await coupon();
    expect((await check(person, code)).statusCode).toBe(200);
    for (let more = 0; more < 3; more += 1) expect(outcome(await check(person, 'GUESS'))).toEqual(REFUSED);
    expect((await check(person, code)).statusCode).toBe(429);
    expect((await billing.pay(person, 'pro', { coupon: code })).statusCode).toBe(429);
    expect((await billing.pay(person, 'pro')).statusCode).toBe(200);
  });

  it('cover other accounts of a customer who has paid', async () => {
    const { code } = await coupon({ new_customers_only: true });
    const paying = await customerWith('100');
    await billing.pay(paying, 'starter', { method: 'balance' });
    const again = await billing.createCustomer();
    const [name, domain] = paying.email.split('@');
    await billing.query('update users set email = $1 where id = $2', [`${name}+second@${domain}`, again.id]);
    expect(outcome(await check(again, code))).toEqual(REFUSED);
    expect((await check(await billing.createCustomer(), code)).statusCode).toBe(200);
  });
});
