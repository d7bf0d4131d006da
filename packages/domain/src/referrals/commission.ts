import { shareOf } from '../money/amount.ts';

export interface CommissionFacts {
  /** What was paid, without tax. */
  baseMinor: bigint;
  basisPoints: number;
  /** What has been taken back so far. */
  reversedMinor: bigint;
}

/** How much more to take back, once so much of the payment was refunded: what is left is the share of what is left. */
export function reversalFor({ baseMinor, basisPoints, reversedMinor }: CommissionFacts, refundedMinor: bigint): bigint {
  const kept = refundedMinor >= baseMinor ? 0n : baseMinor - refundedMinor;
  const due = shareOf(baseMinor, basisPoints) - reversedMinor - shareOf(kept, basisPoints);
  return due > 0n ? due : 0n;
}

/** `1000` → `10`, `1250` → `12.5`. */
export const percentOf = (basisPoints: number): string => String(basisPoints / 100);
