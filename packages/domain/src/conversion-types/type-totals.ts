import type { TypeMetrics } from '@poklik/contract/type-columns';
import { fromMicro } from '../money/amount.ts';
import { roundDiv } from '../money/currency-rates.ts';
import { ratio } from '../statistics/ratio.ts';

/** Conversions of one type, whether or not it counts. The revenue follows the revenue basis. */
export interface TypeTotals {
  pending: number;
  approved: number;
  rejected: number;
  revenue: bigint;
}

export const NO_CONVERSIONS: TypeTotals = { pending: 0, approved: 0, rejected: 0, revenue: 0n };

export const conversionsOf = ({ pending, approved, rejected }: TypeTotals): number => pending + approved + rejected;

type TypesByCode = Readonly<Record<string, TypeTotals>>;

export function sumTypes(one?: TypesByCode, other?: TypesByCode): TypesByCode | undefined {
  if (!one || !other) return one ?? other;
  return Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((code) => {
      const [own = NO_CONVERSIONS, more = NO_CONVERSIONS] = [one[code], other[code]];
      const sum: TypeTotals = {
        pending: own.pending + more.pending,
        approved: own.approved + more.approved,
        rejected: own.rejected + more.rejected,
        revenue: own.revenue + more.revenue,
      };
      return [code, sum];
    }),
  );
}

/** For the API; `cost` is null if unknown. */
export function typeMetrics(own: TypeTotals, { clicks, cost }: { clicks: number; cost: bigint | null }): TypeMetrics {
  const { pending, approved, rejected, revenue } = own;
  const conversions = conversionsOf(own);
  return {
    conversions,
    pending,
    approved,
    rejected,
    revenue: fromMicro(revenue),
    cr: ratio(conversions, clicks),
    cost_per: cost === null || conversions === 0 ? null : fromMicro(roundDiv(cost, BigInt(conversions))),
  };
}
