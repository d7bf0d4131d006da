import type { BillingDetails } from '@poklik/contract/billing';
import type { CreditNote } from '@poklik/contract/credit-notes';
import type { Invoice } from '@poklik/contract/invoices';
import type { SettingChanges } from '@poklik/contract/settings';
import { COUNTRY_GROUPS } from '@poklik/domain/countries/country-groups';
import { brokenRules } from '@poklik/domain/e-invoices/e-invoice-rules.fixture';
import { readXml } from '@poklik/domain/e-invoices/xml-tree.fixture';
import { PROPOSED_RATES } from '@poklik/domain/vat/rates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type Person } from '../../testing/test-app.ts';
import { shipRates } from '../currency-rates/ship-rates.service.ts';
import { type BillingFixture, createBillingFixture } from './billing.fixture.ts';
import { declareTax } from './invoices/tax-terms.service.ts';
import { reconcile } from './ledger/reconcile.service.ts';
import { advanceSubscription } from './subscriptions/renew-subscription.service.ts';

let billing: BillingFixture;
beforeAll(async () => {
  billing = await createBillingFixture({ sandboxPayments: true });
});
afterAll(() => billing.app.close());

const asOperator = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object, language = 'en') =>
  billing.app.call(method, path, { token: billing.operator.token, language, ...(body && { body }) });

async function change(values: Partial<SettingChanges>) {
  const { version } = (await asOperator('GET', '/settings')).json().data;
  return asOperator('PUT', '/settings', { version, values, password: PASSWORD });
}

const confirm = (rates: { country: string; rate: string; valid_from?: string }[], password: string | null = PASSWORD) =>
  asOperator('PUT', '/vat_rates', {
    rates: rates.map((rate) => ({ valid_from: '2020-01-01', ...rate })),
    ...(password === null ? {} : { password }),
  });

const percent = (country: string): string => String(Number(PROPOSED_RATES[country]) / 100);

const NOBODY = { name: 'Buyer', tax_id: '' };
const saveDetails = (person: Person, details: object, language = 'en') =>
  billing.app.call('PUT', '/billing/details', { token: person.token, language, body: { ...NOBODY, ...details } });

const firstInvoice = async (person: Person): Promise<Invoice> => {
  const invoices: Invoice[] = await billing.get(person, '/invoices?type=subscription&sort=number&order=desc');
  const [invoice] = invoices;
  if (!invoice) throw new Error('no invoice');
  return invoice;
};

async function buy(details: object, language = 'en'): Promise<{ person: Person; invoice: Invoice }> {
  const person = await billing.createCustomer({ language });
  expect((await saveDetails(person, details)).json().errors).toBeUndefined();
  await billing.topUp(person, '100');
  expect((await billing.pay(person, 'starter', { method: 'balance' })).json().data.status).toBe('paid');
  return { person, invoice: await firstInvoice(person) };
}

const readFile = (person: Person, path: string, language = 'en') =>
  billing.app.call('GET', path, { token: person.token, language });

describe('before VAT goes on', () => {
  it('e-invoices say what is missing', async () => {
    const { person, invoice } = await buy({});
    expect(invoice).toMatchObject({ tax: '0.00', tax_treatment: null, declared_tax: null });
    const answer = await readFile(person, `/invoices/${invoice.id}/xml`, 'ua');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'e_invoice_incomplete']);
    expect(answer.json().message).toContain('країна продавця, реєстраційний номер продавця, країна покупця');
  });

  it.each<[string, Partial<SettingChanges>, string, string]>([
    ['a country', { vat: 'on' }, 'values.seller_country', 'Needed for VAT'],
    ['a known country', { seller_country: 'ZZ' }, 'values.seller_country', 'Choose a country'],
    ['a right VAT ID', { seller_country: 'EE', seller_vat_id: 'EE100207416' }, 'values.seller_vat_id', 'isn’t valid'],
    [
      'its own VAT ID',
      { seller_country: 'PL', seller_vat_id: 'EE100207415' },
      'values.seller_vat_id',
      'another country',
    ],
    [
      'the one-stop shop outside the EU',
      { vat: 'on', seller_country: 'UA', seller_vat_id: 'UA123456789012' },
      'values.seller_oss',
      'one-stop shop',
    ],
    ['confirmed rates', { vat: 'on', seller_country: 'EE', seller_vat_id: 'EE100207415' }, 'values.vat', 'first: EE'],
  ])('the seller needs %s', async (_, values, field, text) => {
    const answer = await change(values);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[field][0]).toContain(text);
  });

  it('rates are proposed, and confirmed by the operator with the password', async () => {
    const read = async () => (await asOperator('GET', '/vat_rates')).json().data;
    expect((await read()).rates).toHaveLength(27);
    expect((await read()).rates).toContainEqual({ country: 'FI', proposed: '25.50', current: null, next: null });
    expect((await confirm([{ country: 'FI', rate: '25.5' }], null)).json().errors.password).toBeDefined();
    expect((await confirm([{ country: 'ZZ', rate: '20' }])).json().errors['rates.0.country']).toBeDefined();
    expect((await confirm([{ country: 'FI', rate: '0' }])).statusCode).toBe(422);
    await confirm(COUNTRY_GROUPS.eu.map((country) => ({ country, rate: percent(country) })));
    await confirm([{ country: 'FI', rate: '26', valid_from: '2099-01-01' }]);
    expect((await read()).rates.find(({ country }: { country: string }) => country === 'FI')).toEqual({
      ...{ country: 'FI', proposed: '25.50' },
      current: { rate: '25.50', valid_from: '2020-01-01' },
      next: { rate: '26.00', valid_from: '2099-01-01' },
    });
    await expect(billing.query('update vat_rates set basis_points = 1')).rejects.toThrow();
    await expect(billing.query('delete from vat_rates')).rejects.toThrow();
  });
});

describe('billing details', () => {
  it.each([
    ['a wrong check digit', { vat_id: 'PL5262816172' }, 'vat_id', 'VAT ID недійсний'],
    ['a VAT ID of another country', { country_code: 'DE', vat_id: 'PL5262816171' }, 'vat_id', 'іншій країні'],
    ['an unknown country', { country_code: 'ZZ' }, 'country_code', 'Виберіть країну'],
  ])('are refused with %s', async (_, details, field, text) => {
    const person = await billing.createCustomer();
    expect((await saveDetails(person, details, 'ua')).json().errors[field][0]).toContain(text);
  });

  it('print an address of parts, and clients that know no parts keep working', async () => {
    const person = await billing.createCustomer();
    const read = (): Promise<BillingDetails> => billing.get(person, '/billing/details');
    await saveDetails(person, { address: 'Old street\nOld town', country: 'Polska' });
    expect(await read()).toMatchObject({
      address: 'Old street\nOld town',
      country: 'Polska',
      street: '',
      country_code: null,
    });
    const parts = { street: 'Prosta 20', postcode: '00-850', city: 'Warszawa', country_code: 'PL', is_business: true };
    await saveDetails(person, { ...parts, vat_id: 'pl 526-28.16/171' });
    expect(await read()).toMatchObject({
      ...parts,
      ...{ address: 'Prosta 20\n00-850 Warszawa', country: 'Poland', vat_id: 'PL5262816171' },
    });
    await saveDetails(person, { address: 'New street', country: 'x' });
    expect(await read()).toMatchObject({
      address: 'New street',
      street: '',
      country: 'Poland',
      vat_id: 'PL5262816171',
    });
  });
});

describe('with VAT on', () => {
  const SELLER = { vat: 'on', seller_country: 'EE', seller_vat_id: 'EE 100207415', seller_city: 'Tallinn' } as const;
  beforeAll(async () => {
    await confirm(COUNTRY_GROUPS.eu.map((country) => ({ country, rate: percent(country) })));
    const body = { rates: [{ currency: 'EUR', rate: '1.25' }] };
    await asOperator('PUT', '/currency_rates', body);
    const set = { ...SELLER, seller_oss: 'on', seller_registration: '12345678', vat_currency: 'EUR' } as const;
    expect((await change(set)).json().errors).toBeUndefined();
  });

  it('the tax is not declared at a rate that came with the program', async () => {
    const { db } = billing.app.services;
    await shipRates(db);
    const declared = (currency: string) =>
      declareTax(
        db,
        { isOn: true, currency } as Parameters<typeof declareTax>[1],
        { currency: 'USD', taxMinor: 500n } as Parameters<typeof declareTax>[2],
        new Date(),
      );
    expect(await declared('EUR')).toEqual({ declaredCurrency: 'EUR', declaredTaxMinor: 400n });
    expect(await declared('PLN')).toEqual({ declaredCurrency: 'PLN', declaredTaxMinor: null });
  });

  const POLISH = { country_code: 'PL', vat_id: 'PL5262816171', is_business: true };
  it.each<[string, object, string, string, string | null]>([
    ['at home', { country_code: 'EE' }, 'domestic', '24.00', '5.57'],
    ['without a country', {}, 'domestic', '24.00', '5.57'],
    ['to a business abroad', POLISH, 'reverse_charge', '0.00', null],
    ['to a business without VAT ID', { ...POLISH, vat_id: '' }, 'oss', '23.00', '5.34'],
    ['to a consumer abroad', { country_code: 'HU' }, 'oss', '27.00', '6.26'],
    ['outside the EU', { country_code: 'UA' }, 'outside', '0.00', null],
  ])('a sale %s is invoiced, with its e-invoice', async (_, details, treatment, rate, declared) => {
    const { person, invoice } = await buy(details);
    const tax = (29 * Number(rate)) / 100;
    expect(invoice).toMatchObject({ tax_treatment: treatment, tax_rate: rate, tax: tax.toFixed(2), subtotal: '29.00' });
    expect(invoice.declared_tax).toEqual(declared === null ? null : { currency: 'EUR', amount: declared });
    expect(await billing.getBalance(person)).toBe((71 - tax).toFixed(2));
    const xml = await readFile(person, `/invoices/${invoice.id}/xml`);
    if ('country_code' in details) {
      expect(xml.headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8' });
      expect(brokenRules(readXml(xml.body))).toEqual([]);
    } else expect(xml.json().message).toContain('the country of the buyer');
    for (const lang of ['ua', 'ru', 'en']) {
      const pdf = await readFile(person, `/invoices/${invoice.id}/pdf?lang=${lang}`);
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('credit notes have the tax of their invoice, also in the currency of the return, to the cent', async () => {
    const { person, invoice } = await buy({ country_code: 'EE' });
    for (const amount of ['0.01', '12.34', '0.99', '22.62'])
      expect(
        (await asOperator('POST', `/invoices/${invoice.id}/refund`, { amount, to: 'balance', reason: 'a test' }))
          .statusCode,
      ).toBe(200);
    const notes: CreditNote[] = await billing.get(person, '/credit_notes');
    const sum = (values: (string | null | undefined)[]) =>
      values.reduce((total, value) => total + Math.round(Number(value) * 100), 0);
    expect(sum(notes.map(({ amount }) => amount))).toBe(3_596);
    expect(sum(notes.map(({ tax }) => tax))).toBe(696);
    expect(sum(notes.map(({ declared_tax: declared }) => declared?.amount))).toBe(557);
    for (const { id } of notes) {
      const xml = await readFile(person, `/credit_notes/${id}/xml`);
      expect(brokenRules(readXml(xml.body))).toEqual([]);
      expect(xml.body).toContain(`<cbc:ID>${invoice.number}</cbc:ID>`);
    }
    expect(await reconcile(billing.app.services.db)).toEqual([]);
  });

  it('an order keeps the buyer and the tax of the time when it was placed', async () => {
    const person = await billing.createCustomer();
    await saveDetails(person, { country_code: 'HU' });
    const quote = (await readFile(person, `/tariffs/${billing.tariffId('starter')}/quote`)).json().data;
    expect(quote).toMatchObject({ total: '36.83', tax_treatment: 'oss', needs_country: false });
    const page = (await billing.pay(person, 'starter')).json().data.payment_url;
    await saveDetails(person, POLISH);
    await billing.completeCheckout(page, 'paid');
    expect(await firstInvoice(person)).toMatchObject({
      ...{ total: '36.83', tax_treatment: 'oss', tax_rate: '27.00' },
      bill_to: { country_code: 'HU' },
    });
    // Renewals follow the details of their time.
    await billing.topUp(person, '29');
    await billing.shiftSubscriptionBack(person, 32);
    await advanceSubscription(billing.app.services, person.accountId);
    expect(await firstInvoice(person)).toMatchObject({
      total: '29.00',
      status: 'paid',
      tax_treatment: 'reverse_charge',
    });
    expect(await reconcile(billing.app.services.db)).toEqual([]);
  });

  it('counts sales to consumers abroad in euros, less what was refunded', async () => {
    const read = async () => Number((await asOperator('GET', '/vat_rates')).json().data.cross_border.years[0].amount);
    const before = await read();
    const { invoice } = await buy({ country_code: 'DE' });
    expect(await read()).toBeCloseTo(before + 23.2, 2);
    await asOperator('POST', `/invoices/${invoice.id}/refund`, {
      amount: invoice.total,
      to: 'balance',
      reason: 'a test',
    });
    expect(await read()).toBeCloseTo(before, 2);
    await buy(POLISH);
    expect(await read()).toBeCloseTo(before, 2);
  });

  it('a confirmed rate applies from its day, and issued invoices keep theirs', async () => {
    const { person } = await buy({ country_code: 'LU' });
    await confirm([{ country: 'LU', rate: '18', valid_from: '2026-01-01' }]);
    expect(await firstInvoice(person)).toMatchObject({ tax_rate: '17.00' });
    expect((await buy({ country_code: 'LU' })).invoice).toMatchObject({ tax_rate: '18.00' });
  });

  it('settings that it needs can’t be taken away', async () => {
    const undone = await change({ seller_country: null });
    expect(undone.json().errors['values.seller_country'][0]).toContain('Needed');
  });

  it('a seller who isn’t registered adds none', async () => {
    expect((await change({ seller_vat_id: null, seller_oss: null })).statusCode).toBe(200);
    const { person, invoice } = await buy({ country_code: 'EE' });
    expect(invoice).toMatchObject({ tax: '0.00', tax_treatment: 'not_registered' });
    const xml = await readFile(person, `/invoices/${invoice.id}/xml`);
    expect(brokenRules(readXml(xml.body))).toEqual([]);
    await change({ seller_vat_id: 'EE100207415' });
    expect((await buy({ country_code: 'HU' })).invoice).toMatchObject({
      tax_treatment: 'seller_rate',
      tax_rate: '24.00',
    });
  });
});
