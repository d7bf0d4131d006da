import { toMicro } from '@poklik/domain/money/amount';
import { inArray } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { offers } from '../../stores/tables/campaigns.ts';

/** What conversions of the offers of clicks are paid, by ID; without those that leave it to the campaign. */
export async function listOfferPayouts(
  db: Database,
  clicks: Iterable<{ offerId: number }>,
): Promise<Map<number, { micro: bigint; currency: string }>> {
  const ids = new Set([...clicks].map(({ offerId }) => offerId));
  ids.delete(0);
  if (ids.size === 0) return new Map();
  const rows = await db
    .select({ id: offers.id, settings: offers.settings })
    .from(offers)
    .where(inArray(offers.id, [...ids]));
  return new Map(
    rows
      .map(({ id, settings }) => [id, { micro: toMicro(settings.payout), currency: settings.payout_currency }] as const)
      .filter(([, { micro }]) => micro > 0n),
  );
}
