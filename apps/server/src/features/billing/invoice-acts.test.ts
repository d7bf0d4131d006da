import type { Billing } from '@poklik/contract/billing';
import type { Invoice } from '@poklik/contract/invoices';
import type { Subscription } from '@poklik/contract/subscriptions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../testing/test-app.ts';
import { type BillingWorld, billingWorld } from './billing.fixture.ts';
import { billingJobs } from './billing.jobs.ts';

let on: BillingWorld;
beforeAll(async () => {
  on = await billingWorld();
});
afterAll(() => on.product.close());

const subscriptionOf = (person: Person): Promise<Subscription> => on.get(person, '/subscription');
const billingOf = (person: Person): Promise<Billing> => on.get(person, '/billing');
const invoicesOf = (person: Person): Promise<Invoice[]> => on.get(person, '/invoices?sort=number&order=asc');
const renewAll = () => billingJobs(on.product.services).renew_subscriptions?.({});

describe('invoices', () => {
  const act = (id: number, what: string, reason = 'as agreed by mail') =>
    on.product.call('POST', `/invoices/${id}/${what}`, { token: on.operator.token, body: { reason } });

  it('are numbered without gaps by everybody at once, also when some purchases fail', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => on.customer()));
    await Promise.all(people.map((person, place) => on.topUp(person, place % 2 ? '10' : '90')));
    await Promise.all(
      people.flatMap((person) => ['starter', 'pro'].map((code) => on.pay(person, code, { method: 'balance' }))),
    );
    const numbers = (await on.rows('select number from invoices order by id')).map(({ number }) =>
      Number(String(number).slice(-4)),
    );
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, place) => place + 1));
  });

  it('that were issued cannot be edited or deleted, not even in the database', async () => {
    for (const statement of [
      'update invoices set total_minor = total_minor + 1, subtotal_minor = subtotal_minor + 1',
      'delete from invoices',
      'truncate invoices cascade',
    ])
      await expect(on.rows(statement)).rejects.toThrow(/stays/);
  });

  it('can be voided: what was paid goes to the balance and the tariff ends', async () => {
    const user = await on.customer();
    const page = (await on.pay(user, 'pro')).json().data.payment_url;
    await on.checkout(page, 'paid');
    const [invoice] = await invoicesOf(user);
    expect((await act(invoice?.id ?? 0, 'void')).json().data).toMatchObject({
      status: 'void',
      refunded: '79.00',
      void_reason: 'as agreed by mail',
    });
    expect(await billingOf(user)).toMatchObject({ balance: '79.00' });
    expect(await subscriptionOf(user)).toMatchObject({ tariff_id: on.tariff('free') });
    expect((await act(invoice?.id ?? 0, 'void')).json().code).toBe('invoice_not_open');
  });

  it('of an upgrade can be voided: the account has the plan again that it had paid for, and nothing twice', async () => {
    const user = await on.customer();
    await on.topUp(user, '300');
    await on.pay(user, 'starter', { method: 'balance' });
    const { ends_at: endsAt } = await subscriptionOf(user);
    await on.pay(user, 'pro', { method: 'balance' });
    await on.pay(user, 'business', { method: 'balance' });
    const [, , pro, business] = await invoicesOf(user);
    await act(business?.id ?? 0, 'void');
    expect(await subscriptionOf(user)).toMatchObject({ tariff_id: on.tariff('pro'), status: 'active' });
    await act(pro?.id ?? 0, 'void');
    expect(await subscriptionOf(user)).toMatchObject({ tariff_id: on.tariff('starter'), ends_at: endsAt });
    expect(await billingOf(user)).toMatchObject({ balance: '271.00', credit: '0.00' });
  });

  it('of an upgrade that is voided when the plan before has ended leads to the free one', async () => {
    const user = await on.customer();
    await on.topUp(user, '300');
    await on.pay(user, 'starter', { method: 'balance' });
    await on.pay(user, 'pro', { method: 'balance', period: 'year' });
    const refused = await subscriptionOf(user);
    expect(refused).toMatchObject({ tariff_id: on.tariff('starter') });
    await on.topUp(user, '900');
    await on.pay(user, 'pro', { method: 'balance', period: 'year' });
    const pro = (await invoicesOf(user)).at(-1);
    await on.rows('alter table invoices disable trigger invoices_stay');
    await on.rows(`update invoices set replaced = replaced || '{"endsAt":"2026-01-01T00:00:00.000Z"}' where id = $1`, [
      pro?.id,
    ]);
    await on.rows('alter table invoices enable trigger invoices_stay');
    await act(pro?.id ?? 0, 'void');
    expect(await subscriptionOf(user)).toMatchObject({ tariff_id: on.tariff('free'), status: 'ended' });
  });

  it('can be marked as paid, and the tariff goes on', async () => {
    const user = await on.customer();
    await on.topUp(user, '29');
    await on.pay(user, 'starter', { method: 'balance' });
    await on.passTime(user, 31);
    await renewAll();
    const open = (await invoicesOf(user)).at(-1);
    expect((await act(open?.id ?? 0, 'mark_paid')).json().data).toMatchObject({ status: 'paid', due: '0.00' });
    expect(await subscriptionOf(user)).toMatchObject({ status: 'active' });
    expect(
      (await on.rows('select action from audit_entries where entity = $1 order by id', [`invoice:${open?.id}`])).map(
        ({ action }) => action,
      ),
    ).toEqual(['invoice.issued', 'invoice.paid']);
  });

  it('of everybody are the operator’s to see, search and export; others see their own', async () => {
    const [one, other] = [await on.customer(), await on.customer()];
    await on.topUp(one, '11');
    await on.topUp(other, '12');
    const search = (person: Person, text: string): Promise<Invoice[]> => on.get(person, `/invoices?search=${text}`);
    expect(await search(on.operator, one.email)).toMatchObject([{ total: '11.00' }]);
    expect(await search(other, one.email)).toEqual([]);
    const exported = await on.product.call('GET', `/invoices/export?search=${one.email}`, {
      token: on.operator.token,
      language: 'ua',
    });
    expect(exported.headers['content-type']).toContain('text/csv');
    expect(exported.body).toMatch(/^\uFEFFНомер;.*\r\nINV-\d{6}-\d{4};.*;11\.00;USD\r\n$/s);
  });

  it('come as a PDF in each language', async () => {
    const user = await on.customer();
    await on.topUp(user, '15');
    const [invoice] = await invoicesOf(user);
    for (const lang of ['ua', 'ru', 'en']) {
      const pdf = await on.product.call('GET', `/invoices/${invoice?.id}/pdf?lang=${lang}`, { token: user.token });
      expect(pdf.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="invoice.pdf"',
      });
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('keep what the payer was called when they were issued', async () => {
    const user = await on.customer();
    const details = {
      name: 'ТОВ «Приклад»',
      address: 'вул. Хрещатик, 1\nКиїв',
      country: 'Україна',
      tax_id: '12345678',
    };
    const save = (body: object) => on.product.call('PUT', '/billing/details', { token: user.token, body });
    expect((await save(details)).json().data).toEqual(details);
    await on.topUp(user, '15');
    await save({ ...details, name: 'Renamed' });
    expect(await invoicesOf(user)).toMatchObject([{ bill_to: { ...details, email: user.email } }]);
  });
});
