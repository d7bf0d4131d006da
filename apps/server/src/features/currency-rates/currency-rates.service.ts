import type { CurrencyRates, NewCurrencyRates } from '@poklik/contract/currency-rates';
import { AppError } from '@poklik/contract/errors';
import { rateAt, rateToNano, toBaseMicro } from '@poklik/domain/money/currency-rates';
import { CHARGE_RATE_MAX_AGE_MS } from '@poklik/domain/payments/charge-terms';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { confirmRates, insertRates, listFreshRates, listRates, lockRates } from './currency-rates.repo.ts';

/** Uses the rate valid at `at` (milliseconds); returns null when there is none. */
export async function convertToBase(db: Database, micro: bigint, currency: string, at: number): Promise<bigint | null> {
  const rate = rateAt(await listRates(db), currency, at);
  return rate === null ? null : toBaseMicro(micro, rate);
}

/** Loads the rates once for many conversions. */
export async function createBaseConverter(
  db: Database,
): Promise<(micro: bigint, currency: string, at: number) => bigint | null> {
  const history = await listRates(db);
  return (micro, currency, at) => {
    const rate = rateAt(history, currency, at);
    return rate === null ? null : toBaseMicro(micro, rate);
  };
}

type CurrentRates = Pick<CurrencyRates, 'rates' | 'version'>;

export async function getCurrentRates(db: Database): Promise<CurrentRates> {
  const history = await listRates(db);
  const latest = new Map(history.map((row) => [row.currency, row]));
  const rates = [...latest.values()]
    .flatMap(({ currency, rate, since, source }) =>
      rate === null ? [] : [{ currency, rate, valid_from: new Date(since).toISOString(), source }],
    )
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
  return { rates, version: Math.max(0, ...history.map(({ id }) => id)) };
}

/** Only the program ships rates: another one of that name is the sender's. */
const asSent =
  (before: ReadonlyMap<string, CurrentRates['rates'][number]>) =>
  (row: NewCurrencyRates['rates'][number]): NewCurrencyRates['rates'][number] =>
    row.source === 'shipped' && before.get(row.currency)?.source !== 'shipped' ? { ...row, source: 'manual' } : row;

/** Inserts only changed rates, so that the history shows real changes. */
export const saveRates = (db: Database, caller: Caller, { rates, version }: NewCurrencyRates): Promise<CurrentRates> =>
  db.transaction(async (tx) => {
    await lockRates(tx);
    const current = await getCurrentRates(tx);
    if (version !== undefined && version !== current.version) throw new AppError('version_conflict');
    const before = new Map(current.rates.map((row) => [row.currency, row]));
    const kept = new Set(rates.map(({ currency }) => currency));
    await confirmSentRates(tx, rates);
    const changes = [
      ...rates.map(asSent(before)).filter(({ currency, rate, source }) => {
        const known = before.get(currency);
        // Such a rate is not the sender's, and may have changed since the sender read it.
        if (source !== 'manual' && known?.source === source) return false;
        return known?.source !== source || rateToNano(known.rate) !== rateToNano(rate);
      }),
      ...[...before.keys()]
        .filter((currency) => !kept.has(currency))
        .map((currency) => ({ currency, rate: null, source: 'manual' as const })),
    ];
    if (changes.length > 0) await insertRates(tx, changes, caller.userId);
    return getCurrentRates(tx);
  });

/** Rates of a person that were sent again count as set today. */
async function confirmSentRates(tx: Database, rates: NewCurrencyRates['rates']): Promise<void> {
  const sent = new Map(rates.map((rate) => [rate.currency, rate]));
  const latest = new Map((await listRates(tx)).map((row) => [row.currency, row]));
  const same = [...latest.values()].filter(({ currency, rate, source }) => {
    const again = sent.get(currency);
    return again?.source === 'manual' && source === 'manual' && rate && rateToNano(rate) === rateToNano(again.rate);
  });
  if (same.length > 0)
    await confirmRates(
      tx,
      same.map(({ id }) => id),
    );
}

/** The rate of a currency by which customers are charged; null if the known one is too old. */
export const findChargeRate = async (db: Database, currency: string, now: Date): Promise<string | null> =>
  (await listFreshRates(db, new Date(now.getTime() - CHARGE_RATE_MAX_AGE_MS))).get(currency) ?? null;
