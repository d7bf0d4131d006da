import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { convertToBase } from './currency-rates.service.ts';

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
  expect(await list()).toEqual({ base_currency: 'USD', rates: [] });
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
