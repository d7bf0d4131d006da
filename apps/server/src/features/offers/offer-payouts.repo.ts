import { toMicro } from '@poklik/domain/money/amount';
import { inArray } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { offers } from '../../stores/tables/campaigns.ts';

export interface OfferPayout {
  accountId: number;
  /** Null leaves it to the campaign. */
  payout: { micro: bigint; currency: string } | null;
}

/** What conversions of offers are paid, by ID. */
export async function listOfferPayouts(db: Database, wanted: Iterable<number>): Promise<Map<number, OfferPayout>> {
  const ids = new Set(wanted);
  ids.delete(0);
  if (ids.size === 0) return new Map();
  const rows = await db
    .select({ id: offers.id, accountId: offers.accountId, settings: offers.settings })
    .from(offers)
    .where(inArray(offers.id, [...ids]));
  return new Map(
    rows.map(({ id, accountId, settings }) => {
      const micro = toMicro(settings.payout);
      return [id, { accountId, payout: micro > 0n ? { micro, currency: settings.payout_currency } : null }];
    }),
  );
}
