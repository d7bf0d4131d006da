import { nanoToRate } from '@poklik/domain/money/currency-rates';
import type { PublishedRates } from '@poklik/domain/money/rate-feed';
import { SHIPPED_RATES } from '@poklik/domain/money/shipped-rates';
import type { Database } from '../../stores/postgres.ts';
import { insertRates, listRates, lockRates } from './currency-rates.repo.ts';

/**
 * Runs at every start: a currency that never had a rate gets the one that comes with the program, and an older one of these
 * a newer. Rates of banks and of the operator stay, and so does a currency that the operator removed.
 */
export const shipRates = (db: Database, { day, nano }: PublishedRates = SHIPPED_RATES): Promise<void> =>
  db.transaction(async (tx) => {
    await lockRates(tx);
    const latest = new Map((await listRates(tx)).map((row) => [row.currency, row]));
    const validFrom = new Date(day);
    const missing = [...nano].filter(([currency]) => {
      const known = latest.get(currency);
      return !known || (known.source === 'shipped' && known.since < validFrom.getTime());
    });
    if (missing.length === 0) return;
    const rows = missing.map(([currency, value]) => ({ currency, rate: nanoToRate(value), validFrom }));
    await insertRates(
      tx,
      // Confirmed on their day, so that nobody is charged at rates that are as old as the release.
      rows.map((row) => ({ ...row, source: 'shipped', confirmedAt: validFrom })),
      null,
    );
  });
