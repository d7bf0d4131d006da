import { shareOf } from '../money/amount.ts';

export interface CommissionFacts {
  /** The amount paid, without tax. */
  baseMinor: bigint;
  basisPoints: number;
  /** The amount reversed so far. */
  reversedMinor: bigint;
}

/** How much more to reverse after a refund, so that the commission matches the amount that was not refunded. */
export function commissionReversal(
  { baseMinor, basisPoints, reversedMinor }: CommissionFacts,
  refundedMinor: bigint,
): bigint {
  const kept = refundedMinor >= baseMinor ? 0n : baseMinor - refundedMinor;
  const reversalDue = shareOf(baseMinor, basisPoints) - reversedMinor - shareOf(kept, basisPoints);
  return reversalDue > 0n ? reversalDue : 0n;
}

/**
 * How much of a commission reversed by disputes to restore when only `goneMinor` of the payment is still refunded or
 * disputed.
 */
export function commissionRestoration(facts: CommissionFacts & { disputedMinor: bigint }, goneMinor: bigint): bigint {
  const { baseMinor, basisPoints, reversedMinor, disputedMinor } = facts;
  const kept = goneMinor >= baseMinor ? 0n : baseMinor - goneMinor;
  const free = reversedMinor - (shareOf(baseMinor, basisPoints) - shareOf(kept, basisPoints));
  if (free <= 0n) return 0n;
  return free < disputedMinor ? free : disputedMinor;
}

/** `1000` → `10`, `1250` → `12.5`. */
export const formatPercent = (basisPoints: number): string => String(basisPoints / 100);
