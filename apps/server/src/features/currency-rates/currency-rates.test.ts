import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CurrencyRate } from '@poklik/contract/currency-rates';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { convertToBase, findChargeRate } from './currency-rates.service.ts';
import { shipRates } from './ship-rates.service.ts';
import { updateRates } from './update-rates.service.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await createTestApp();
  operator = await app.person({ role: ROLES.SUPER_ADMIN });
});
afterAll(() => app.close());
beforeEach(() => app.services.pool.query('truncate currency_rates'));

const save = (rates: object[], language = 'en') =>
  app.call('PUT', '/currency_rates', { token: operator.token, language, body: { rates } });
const list = async () => (await app.call('GET', '/currency_rates', { token: operator.token })).json().data;
const listHistory = async () =>
  (await app.services.pool.query('select currency, rate from currency_rates order by id')).rows;

it('starts without rates', async () => {
  expect(await list()).toEqual({ base_currency: 'USD', version: 0, rates: [], has_bank: false });
});

it('uses the rates that come with the program where there are no others', async () => {
  const { db } = app.services;
  await save([
    { currency: 'EUR', rate: '1.2' },
    { currency: 'PLN', rate: '0.3' },
  ]);
  await save([{ currency: 'EUR', rate: '1.2' }]);
  await shipRates(db);
  await shipRates(db);
  const { rates } = await list();
  expect(rates).toHaveLength(28);
  const day = '2026-07-06T00:00:00.000Z';
  expect(rates.filter(({ currency }: CurrencyRate) => ['EUR', 'GBP', 'PLN'].includes(currency))).toMatchObject([
    { currency: 'EUR', rate: '1.2', source: 'manual' },
    { currency: 'GBP', rate: '1.334494611', source: 'shipped', valid_from: day },
  ]);
  expect(await convertToBase(db, 1_000_000n, 'GBP', Date.now())).toBe(1_334_495n);
  expect(await convertToBase(db, 1_000_000n, 'PLN', Date.now()), 'removed by the operator').toBeNull();
  expect(await findChargeRate(db, 'GBP', new Date()), 'too old to charge at').toBeNull();
  // Sent back as they were, and one set by hand.
  const changed = rates.map(({ currency, rate, source }: CurrencyRate) =>
    currency === 'JPY' ? { currency, rate: '0.0062', source: 'manual' } : { currency, rate, source },
  );
  await save([...changed, { currency: 'UAH', rate: '0.024', source: 'shipped' }]);
  expect(await findChargeRate(db, 'GBP', new Date()), 'seen by the operator, but not set').toBeNull();
  const history = (await listHistory()).length;
  await shipRates(db);
  // A later release brings newer ones.
  await shipRates(db, { day: '2026-08-03', nano: new Map([['GBP', 1_350_000_000n]]) });
  expect((await listHistory()).length).toBe(history + 1);
  const after = (await list()).rates as CurrencyRate[];
  expect(after.filter(({ source }) => source === 'manual').map(({ currency }) => currency)).toEqual([
    'EUR',
    'JPY',
    'UAH',
  ]);
  expect(after.find(({ currency }) => currency === 'GBP')?.rate).toBe('1.35');
});

it('stores only changed rates when the table is saved again', async () => {
  await save([
    { currency: 'UAH', rate: '0.024' },
    { currency: 'EUR', rate: '1.0837' },
  ]);
  expect((await list()).rates).toMatchObject([
    { currency: 'EUR', rate: '1.0837' },
    { currency: 'UAH', rate: '0.024' },
  ]);
  await save([{ currency: 'EUR', rate: '1.083700000' }]);
  expect((await list()).rates).toMatchObject([{ currency: 'EUR', rate: '1.0837' }]);
  expect(await listHistory()).toEqual([
    { currency: 'UAH', rate: '0.024000000' },
    { currency: 'EUR', rate: '1.083700000' },
    { currency: 'UAH', rate: null },
  ]);
});

it('counts a rate that is saved again unchanged as set today, for charges', async () => {
  await save([{ currency: 'UAH', rate: '0.024' }]);
  const rate = () => findChargeRate(app.services.db, 'UAH', new Date());
  expect(await rate()).toBe('0.024');
  await app.services.pool.query("update currency_rates set confirmed_at = now() - interval '49 hours'");
  expect(await rate()).toBeNull();
  await save([{ currency: 'UAH', rate: '0.024000000' }]);
  expect(await rate()).toBe('0.024');
  expect(await listHistory()).toHaveLength(1);
  await save([]);
  expect(await rate()).toBeNull();
});

it('rejects a table that was read before another change, and changes nothing', async () => {
  const { version } = (await save([{ currency: 'EUR', rate: '1.08' }])).json().data;
  const put = (rates: object[]) =>
    app.call('PUT', '/currency_rates', { token: operator.token, body: { version, rates } });
  const both = [
    { currency: 'EUR', rate: '1.08' },
    { currency: 'PLN', rate: '0.27' },
  ];
  expect((await put(both)).statusCode).toBe(200);
  const late = await put([{ currency: 'EUR', rate: '1.09' }]);
  expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
  expect((await list()).rates).toMatchObject(both);
});

describe('from a bank', () => {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const ecb = (published: string, rates: Record<string, number | string>) =>
    `<Cube time='${published}'>${Object.entries(rates).map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`)}</Cube>`;
  const notices = async () =>
    (await app.services.pool.query("select values from notifications where kind = 'rates_rejected'")).rows.length;
  let answer: { status: number; text: string };
  let bank: Server;
  let folder: string;
  beforeAll(async () => {
    bank = createServer((_, response) => response.writeHead(answer.status).end(answer.text)).listen(0, '127.0.0.1');
    await once(bank, 'listening');
    folder = await mkdtemp(join(tmpdir(), 'poklik-rates-'));
    await writeFile(
      join(folder, 'nbu.json'),
      JSON.stringify([
        { cc: 'USD', rate: 40, exchangedate: '18.11.2020' },
        { cc: 'EUR', rate: 48, exchangedate: '18.11.2020' },
      ]),
    );
  });
  afterAll(async () => {
    bank.close();
    await rm(folder, { recursive: true });
  });
  async function update(text: string, status = 200) {
    answer = { status, text };
    const { port } = bank.address() as AddressInfo;
    const ratesSource = [`http://127.0.0.1:${port}/`, pathToFileURL(join(folder, 'nbu.json')).href];
    const { db, config, log } = app.services;
    await updateRates({ db, config: { ...config, ratesSource }, log });
  }
  const current = async () =>
    Object.fromEntries(
      ((await list()).rates as CurrencyRate[]).map(({ currency, rate, source }) => [currency, `${rate} ${source}`]),
    );

  it('are saved, kept when set by hand, and released again', async () => {
    await save([{ currency: 'PLN', rate: '0.3' }]);
    await update(ecb(day(1), { USD: 1.25, PLN: 4 }));
    expect(await current()).toEqual({ EUR: '1.25 bank', PLN: '0.3 manual', UAH: '0.025 bank' });
    const { db } = app.services;
    expect(await convertToBase(db, 8n, 'EUR', Date.parse(day(1)))).toBe(10n);
    await save([
      { currency: 'EUR', rate: '1.25', source: 'bank' },
      { currency: 'UAH', rate: '0.025', source: 'bank' },
      { currency: 'PLN', rate: '0.3', source: 'bank' },
    ]);
    await update(ecb(day(0), { USD: '1.30', PLN: 4 }));
    expect(await current()).toEqual({ EUR: '1.3 bank', PLN: '0.325 bank', UAH: '0.025 bank' });
    // A form that was opened before the bank published doesn't bring its old rates back.
    await save([
      { currency: 'EUR', rate: '1.25', source: 'bank' },
      { currency: 'UAH', rate: '0.025', source: 'bank' },
      { currency: 'PLN', rate: '0.3', source: 'bank' },
    ]);
    expect(await current()).toEqual({ EUR: '1.3 bank', PLN: '0.325 bank', UAH: '0.025 bank' });
    expect(await convertToBase(db, 8n, 'EUR', Date.parse(day(1)))).toBe(10n);
    const history = (await listHistory()).length;
    await app.services.pool.query("update currency_rates set confirmed_at = now() - interval '49 hours'");
    await update(ecb(day(0), { USD: '1.30', PLN: 4 }));
    expect((await listHistory()).length, 'read again').toBe(history);
    const chargedAt = (currency: string) => findChargeRate(db, currency, new Date());
    // The other one was published years ago.
    expect([await chargedAt('EUR'), await chargedAt('UAH')]).toEqual(['1.3', null]);
    expect(await notices()).toBe(0);
  });

  it('replace those that came with the program, however old these are', async () => {
    await shipRates(app.services.db);
    await update(ecb(day(0), { USD: 1.25, PLN: 2 }));
    expect(await current()).toMatchObject({ EUR: '1.25 bank', PLN: '0.625 bank' });
    expect((await current()).CHF).toContain('shipped');
    expect(await notices()).toBe(0);
  });

  it('change nothing after a jump or without an answer, and the operator is told once', async () => {
    await update(ecb(day(2), { USD: 1.25, PLN: 4 }));
    const before = await current();
    await update(ecb(day(1), { USD: 1.26, PLN: 5.5 }));
    expect(await current()).toEqual(before);
    await update('<html>', 200);
    await update('', 503);
    expect(await current()).toEqual(before);
    expect(await notices()).toBe(1);
  });
});

it('converts with the rate valid at the time', async () => {
  const { db, pool } = app.services;
  await pool.query(
    "insert into currency_rates (currency, rate, valid_from) values ('EUR', 1.10, '2026-01-01'), ('EUR', 1.20, '2026-02-01')",
  );
  const euros = (day: string) => convertToBase(db, 10_000_000n, 'EUR', Date.parse(day));
  expect(await euros('2025-06-01')).toBe(11_000_000n);
  expect(await euros('2026-01-31')).toBe(11_000_000n);
  expect(await euros('2026-02-01')).toBe(12_000_000n);
  expect(await convertToBase(db, 5n, 'USD', 0)).toBe(5n);
  expect(await convertToBase(db, 5n, 'PLN', 0)).toBeNull();
});

it.each([
  ['the base currency', [{ currency: 'USD', rate: '1' }], 'rates.0.currency'],
  ['an unknown currency', [{ currency: 'XYZ', rate: '1' }], 'rates.0.currency'],
  ['a zero rate', [{ currency: 'EUR', rate: '0.00' }], 'rates.0.rate'],
  ['a rate that is not a number', [{ currency: 'EUR', rate: '1,08' }], 'rates.0.rate'],
  [
    'a currency twice',
    [
      { currency: 'EUR', rate: '1' },
      { currency: 'EUR', rate: '2' },
    ],
    'rates',
  ],
])('rejects %s, in three languages', async (_, rates, field) => {
  const texts = new Set<string>();
  for (const language of ['en', 'uk', 'ru']) {
    const answer = await save(rates, language);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    texts.add(answer.json().errors[field][0]);
  }
  expect(texts.size).toBe(3);
  expect(await listHistory()).toEqual([]);
});
