import type { CurrencyRate, NewCurrencyRates } from '@poklik/contract/currency-rates';
import { rateAt, rateToNano, toBaseMicro } from '@poklik/domain/money/currency-rates';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { insertRates, listRates, lockRates } from './currency-rates.repo.ts';

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

export async function listCurrentRates(db: Database): Promise<CurrencyRate[]> {
  const latest = new Map((await listRates(db)).map((row) => [row.currency, row]));
  return [...latest.values()]
    .flatMap(({ currency, rate, since, source }) =>
      rate === null ? [] : [{ currency, rate, valid_from: new Date(since).toISOString(), source }],
    )
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** Inserts only changed rates, so that the history shows real changes. */
export const saveRates = (db: Database, caller: Caller, { rates }: NewCurrencyRates): Promise<CurrencyRate[]> =>
  db.transaction(async (tx) => {
    await lockRates(tx);
    const before = new Map((await listCurrentRates(tx)).map((row) => [row.currency, row]));
    const kept = new Set(rates.map(({ currency }) => currency));
    const changes = [
      ...rates.filter(({ currency, rate, source }) => {
        const known = before.get(currency);
        // The bank's rate is not the sender's, and may have changed since the sender read it.
        if (known?.source === 'bank' && source === 'bank') return false;
        return known?.source !== source || rateToNano(known.rate) !== rateToNano(rate);
      }),
      ...[...before.keys()]
        .filter((currency) => !kept.has(currency))
        .map((currency) => ({ currency, rate: null, source: 'manual' as const })),
    ];
    if (changes.length > 0) await insertRates(tx, changes, caller.userId);
    return listCurrentRates(tx);
  });
