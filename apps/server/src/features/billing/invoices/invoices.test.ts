import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Billing } from '@poklik/contract/billing';
import type { Invoice } from '@poklik/contract/invoices';
import type { Subscription } from '@poklik/contract/subscriptions';
import { isPrinted } from '@poklik/domain/invoices/printable-characters';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-app.ts';
import { type BillingFixture, createBillingFixture } from '../billing.fixture.ts';
import { billingJobs } from '../billing.jobs.ts';

let billing: BillingFixture;
beforeAll(async () => {
  billing = await createBillingFixture();
});
afterAll(() => billing.app.close());

const getSubscription = (person: Person): Promise<Subscription> => billing.get(person, '/subscription');
const getBilling = (person: Person): Promise<Billing> => billing.get(person, '/billing');
const listInvoices = (person: Person): Promise<Invoice[]> => billing.get(person, '/invoices?sort=number&order=asc');
const renewAll = () => billingJobs(billing.app.services).renew_subscriptions?.({});

describe('invoices', () => {
  const callInvoiceAction = (id: number, what: string, reason = 'as agreed by mail') =>
    billing.app.call('POST', `/invoices/${id}/${what}`, { token: billing.operator.token, body: { reason } });

  it('are numbered without gaps under concurrent purchases, even if some fail', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => billing.createCustomer()));
    await Promise.all(people.map((person, index) => billing.topUp(person, index % 2 ? '10' : '90')));
    await Promise.all(
      people.flatMap((person) => ['starter', 'pro'].map((code) => billing.pay(person, code, { method: 'balance' }))),
    );
    const numbers = (await billing.query('select number from invoices order by id')).map(({ number }) =>
      Number(String(number).slice(-4)),
    );
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
  });

  it('cannot be edited or deleted in the database once issued', async () => {
    for (const statement of [
      'update invoices set total_minor = total_minor + 1, subtotal_minor = subtotal_minor + 1',
      'delete from invoices',
      'truncate invoices cascade',
    ])
      await expect(billing.query(statement)).rejects.toThrow(/stays/);
  });

  it('are refunded to the balance when voided, and the plan ends', async () => {
    const user = await billing.createCustomer();
    const page = (await billing.pay(user, 'pro')).json().data.payment_url;
    await billing.completeCheckout(page, 'paid');
    const [invoice] = await listInvoices(user);
    expect((await callInvoiceAction(invoice?.id ?? 0, 'void')).json().data).toMatchObject({
      status: 'void',
      refunded: '79.00',
      void_reason: 'as agreed by mail',
    });
    expect(await getBilling(user)).toMatchObject({ balance: '79.00' });
    expect(await getSubscription(user)).toMatchObject({ tariff_id: billing.tariffId('free') });
    expect((await callInvoiceAction(invoice?.id ?? 0, 'void')).json().code).toBe('invoice_not_open');
  });

  it('of an upgrade restore the previous plan when voided, without double credit', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '300');
    await billing.pay(user, 'starter', { method: 'balance' });
    const { ends_at: endsAt } = await getSubscription(user);
    await billing.pay(user, 'pro', { method: 'balance' });
    await billing.pay(user, 'business', { method: 'balance' });
    const [, , pro, business] = await listInvoices(user);
    await callInvoiceAction(business?.id ?? 0, 'void');
    expect(await getSubscription(user)).toMatchObject({ tariff_id: billing.tariffId('pro'), status: 'active' });
    await callInvoiceAction(pro?.id ?? 0, 'void');
    expect(await getSubscription(user)).toMatchObject({ tariff_id: billing.tariffId('starter'), ends_at: endsAt });
    expect(await getBilling(user)).toMatchObject({ balance: '271.00', credit: '0.00' });
  });

  it('of an upgrade lead to the free plan when voided after the previous plan expired', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '300');
    await billing.pay(user, 'starter', { method: 'balance' });
    await billing.pay(user, 'pro', { method: 'balance', period: 'year' });
    const rejected = await getSubscription(user);
    expect(rejected).toMatchObject({ tariff_id: billing.tariffId('starter') });
    await billing.topUp(user, '900');
    await billing.pay(user, 'pro', { method: 'balance', period: 'year' });
    const pro = (await listInvoices(user)).at(-1);
    await billing.query('alter table invoices disable trigger invoices_stay');
    await billing.query(
      `update invoices set replaced = replaced || '{"endsAt":"2026-01-01T00:00:00.000Z"}' where id = $1`,
      [pro?.id],
    );
    await billing.query('alter table invoices enable trigger invoices_stay');
    await callInvoiceAction(pro?.id ?? 0, 'void');
    expect(await getSubscription(user)).toMatchObject({ tariff_id: billing.tariffId('free'), status: 'ended' });
  });

  it('can be marked as paid, and the plan continues', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '29');
    await billing.pay(user, 'starter', { method: 'balance' });
    await billing.shiftSubscriptionBack(user, 31);
    await renewAll();
    const open = (await listInvoices(user)).at(-1);
    expect((await callInvoiceAction(open?.id ?? 0, 'mark_paid')).json().data).toMatchObject({
      status: 'paid',
      due: '0.00',
    });
    expect(await getSubscription(user)).toMatchObject({ status: 'active' });
    expect(
      (
        await billing.query('select action from audit_entries where entity = $1 order by id', [`invoice:${open?.id}`])
      ).map(({ action }) => action),
    ).toEqual(['invoice.issued', 'invoice.paid']);
  });

  it('of all accounts are visible, searchable and exportable only for operators', async () => {
    const [one, other] = [await billing.createCustomer(), await billing.createCustomer()];
    await billing.topUp(one, '11');
    await billing.topUp(other, '12');
    const search = (person: Person, text: string): Promise<Invoice[]> =>
      billing.get(person, `/invoices?search=${text}`);
    expect(await search(billing.operator, one.email)).toMatchObject([{ total: '11.00' }]);
    expect(await search(other, one.email)).toEqual([]);
    const exported = await billing.app.call('GET', `/invoices/export?search=${one.email}`, {
      token: billing.operator.token,
      language: 'ua',
    });
    expect(exported.headers['content-type']).toContain('text/csv');
    expect(exported.body).toMatch(/^\uFEFFНомер;.*\r\nINV-\d{6}-\d{4};.*;11\.00;USD\r\n$/s);
  });

  it('can be downloaded as PDF in each language', async () => {
    const user = await billing.createCustomer();
    await billing.topUp(user, '15');
    const [invoice] = await listInvoices(user);
    for (const lang of ['ua', 'ru', 'en']) {
      const pdf = await billing.app.call('GET', `/invoices/${invoice?.id}/pdf?lang=${lang}`, { token: user.token });
      expect(pdf.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="invoice.pdf"',
      });
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('keep the billing details of the time of issue', async () => {
    const user = await billing.createCustomer();
    const details = {
      name: 'ТОВ «Приклад»',
      address: 'вул. Хрещатик, 1\nКиїв',
      country: 'Україна',
      tax_id: '12345678',
    };
    const save = (body: object) => billing.app.call('PUT', '/billing/details', { token: user.token, body });
    expect((await save(details)).json().data).toMatchObject(details);
    await billing.topUp(user, '15');
    await save({ ...details, name: 'Renamed' });
    expect(await listInvoices(user)).toMatchObject([{ bill_to: { ...details, email: user.email } }]);
  });
});

describe('characters that documents can’t print', () => {
  it('are those that the fonts don’t have', () => {
    const { resolve } = createRequire(import.meta.url);
    const fonts = ['400Regular', '600SemiBold'].map((weight) => {
      const document = new PDFDocument().font(resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`));
      return (document as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })._font.font;
    });
    const points = Array.from({ length: 0x1fffe - 32 }, (_, place) => place + 32);
    const missing = points.filter(
      (point) => isPrinted(point) !== fonts.every((one) => one.hasGlyphForCodePoint(point)),
    );
    expect(missing).toEqual([]);
  });

  it('are refused at their field with the name of the script', async () => {
    const person = await billing.createCustomer();
    const save = async (body: object, language: string) =>
      (
        await billing.app.call('PUT', '/billing/details', {
          ...{ token: person.token, language },
          body: { name: 'Acme', tax_id: '', ...body },
        })
      ).json().errors;
    expect(await save({ name: 'شركة' }, 'en')).toEqual({
      name: ['Invoices can’t print this script (Arabic, “ش”). Use the Latin alphabet.'],
    });
    expect(Object.keys(await save({ city: 'תל אביב' }, 'ua'))).toEqual(['city']);
    expect(await save({ street: '長安街 1', city: 'Beijing' }, 'ru')).toHaveProperty('street');
    expect(await save({ name: 'ТОВ «Їжак»', city: 'Łódź' }, 'ua')).toBeUndefined();
  });
});

describe('VAT IDs checked with VIES', () => {
  it('give no reverse charge if they are unknown; without an answer the format counts', async () => {
    const asked: object[] = [];
    let answer: object = { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] };
    const vies = createServer(async (req, res) => {
      asked.push(JSON.parse((await req.toArray()).join('')));
      res.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => vies.listen(0, '127.0.0.1', resolve));
    const { config } = billing.app.services;
    const before = { vat: config.vat, platforms: config.platforms };
    config.vat = { ...config.vat, ...{ isOn: true, usesVies: true, country: 'EE', vatId: 'EE100207415' } };
    config.platforms = { ...config.platforms, vies: `http://127.0.0.1:${(vies.address() as AddressInfo).port}` };
    await billing.query("insert into vat_rates (country, basis_points, valid_from) values ('EE', 2400, '2020-01-01')");
    const person = await billing.createCustomer();
    const { token } = person;
    const details = { name: 'Firma', tax_id: '', country_code: 'PL', vat_id: 'PL5262816171', is_business: true };
    await billing.app.call('PUT', '/billing/details', { token, body: details });
    const check = async () => {
      await billingJobs(billing.app.services).check_vat_ids?.({});
      const quote = await billing.get(person, `/tariffs/${billing.tariffId('starter')}/quote`);
      const { vat_check: kept } = (await billing.get(person, '/billing/details')) as { vat_check: object | null };
      return { treatment: (quote as { tax_treatment: string }).tax_treatment, kept };
    };
    expect(await check()).toEqual({ treatment: 'reverse_charge', kept: null });
    answer = { valid: false, requestIdentifier: '' };
    expect(await check()).toMatchObject({
      treatment: 'seller_rate',
      kept: { result: 'invalid', consultation_number: null },
    });
    const times = asked.length;
    await check();
    expect(asked).toHaveLength(times);
    await billing.query("update vat_checks set checked_at = now() - interval '2 days'");
    answer = { valid: true, requestIdentifier: 'WAPIAAAAX123' };
    expect(await check()).toMatchObject({
      ...{ treatment: 'reverse_charge', kept: { result: 'valid', consultation_number: 'WAPIAAAAX123' } },
    });
    expect(asked.at(-1)).toEqual({
      ...{ countryCode: 'PL', vatNumber: '5262816171', requesterMemberStateCode: 'EE', requesterNumber: '100207415' },
    });
    Object.assign(config, before);
    vies.close();
  });
});
