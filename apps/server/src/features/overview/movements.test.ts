import { MOVEMENTS, type Movement } from '@poklik/contract/overview-business';
import { fromMinor } from '@poklik/domain/money/amount';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { listMoved } from './business.repo.ts';
import { toRecurring } from './business.service.ts';

const ACCOUNTS = 20_000;
const DAY_MS = 86_400_000;
const START = Date.UTC(2025, 0, 1);
const DAYS = 600;

interface State {
  at: number;
  arr: number;
}

/** The same numbers in every run, so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const random = createRandom(20_261_119);
const PRICES = [0, 0, 34_800, 94_800, 29_000, 79_000, 1, 7];

const histories: State[][] = Array.from({ length: ACCOUNTS }, () => {
  let at = START + random(DAYS * DAY_MS);
  return Array.from({ length: 1 + random(7) }, () => {
    // Several changes may happen at the same moment.
    at += random(4) === 0 ? 0 : random(90 * DAY_MS);
    return { at, arr: PRICES[random(PRICES.length)] ?? 0 };
  });
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query(
    `insert into accounts (currency) select 'USD' from generate_series(1, ${ACCOUNTS}) returning id`,
  );
  const ids = rows.map(({ id }) => Number(id));
  const all = histories.flatMap((history, place) =>
    history.map(({ at, arr }, step) => ({ account: ids[place], version: step + 1, at: new Date(at), arr })),
  );
  await database.pool.query(
    `insert into subscription_history (account_id, version, at, event, status, tariff_id, period, arr_minor)
     select account, version, at, 'opening', 'active', (select min(id) from tariffs), 'month', arr
     from unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::bigint[]) as t (account, version, at, arr)
     order by account, version`,
    [
      all.map(({ account }) => account),
      all.map(({ version }) => version),
      all.map(({ at }) => at),
      all.map(({ arr }) => arr),
    ],
  );
}, 120_000);
afterAll(() => database.drop());

/** Without sums of changes: what each account paid at a moment, and what happened to it in between. */
const arrAt = (history: State[], moment: number): number => history.findLast(({ at }) => at < moment)?.arr ?? 0;

function movedBetween(from: number, until: number): Record<Movement, { count: number; arr: number }> {
  const moved = Object.fromEntries(MOVEMENTS.map((movement) => [movement, { count: 0, arr: 0 }])) as ReturnType<
    typeof movedBetween
  >;
  for (const history of histories) {
    let [before, hasPaid] = [0, false];
    for (const { at, arr } of history) {
      if (at >= from && at < until && arr !== before) {
        const kind =
          before === 0
            ? hasPaid
              ? 'reactivation'
              : 'new'
            : arr === 0
              ? 'churn'
              : arr > before
                ? 'expansion'
                : 'contraction';
        moved[kind].count += 1;
        moved[kind].arr += arr - before;
      }
      before = arr;
      hasPaid ||= arr > 0;
    }
  }
  return moved;
}

const sumAt = (moment: number) => histories.reduce((sum, history) => sum + arrAt(history, moment), 0);
const payingAt = (moment: number) => histories.filter((history) => arrAt(history, moment) > 0).length;
const iso = (moment: number) => new Date(moment).toISOString();

it('opening and movements add up to closing for any split of 20,000 histories, as in a plain model', async () => {
  const moments = Array.from({ length: 9 }, () => START + random((DAYS + 400) * DAY_MS)).toSorted((a, b) => a - b);
  for (const [place, until] of moments.entries()) {
    const from = moments[place - 1] ?? 0;
    const found = toRecurring(await listMoved(database.db, { from: iso(from), until: iso(until) }));
    const moved = movedBetween(from, until);
    expect(found.opening).toMatchObject({ arr: fromMinor(BigInt(sumAt(from))), paying: payingAt(from) });
    expect(found.closing).toMatchObject({ arr: fromMinor(BigInt(sumAt(until))), paying: payingAt(until) });
    expect(found.movements.map(({ movement, count, arr }) => [movement, count, arr])).toEqual(
      MOVEMENTS.map((movement) => [movement, moved[movement].count, fromMinor(BigInt(moved[movement].arr))]),
    );
    const { opening, parts, closing } = found.printed;
    expect(parts.reduce((sum, part) => sum + part, opening)).toBe(closing);
  }
}, 60_000);

it('says where a wrong version was written, and keeps the order of time', async () => {
  const { pool } = database;
  const insert = (version: number, at: string) =>
    pool.query(
      `insert into subscription_history (account_id, version, at, event, status, tariff_id, period, arr_minor)
       select max(id), $1, $2, 'bought', 'active', (select min(id) from tariffs), 'month', 1200 from accounts returning at`,
      [version, at],
    );
  await expect(insert(1, '2026-01-01')).rejects.toThrow(/is not the next one/);
  const [last] = (
    await pool.query('select max(at) as at from subscription_history where account_id = (select max(id) from accounts)')
  ).rows;
  const { rows } = await insert(100, '2020-01-01');
  expect(rows[0].at).toEqual(last.at);
});
