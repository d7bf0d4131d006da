import type { DedupeMode, ConversionStatus as Status } from '@poklik/contract/campaigns';
import { canTransition } from './transitions.ts';

/** The part of a conversion that a further postback can change. */
export interface ExistingConversion {
  status: Status;
  /** Without what was refunded. */
  payoutMicro: bigint;
  refundedMicro: bigint;
  currency: string;
  params: readonly string[];
  /** Fingerprints of earlier postbacks. */
  marks: readonly string[];
}

export interface IncomingPostback {
  status: Status;
  /** Null when the postback has no amount. */
  payoutMicro: bigint | null;
  currency: string;
  params: readonly string[];
  /** Equal for equal postbacks. */
  mark: string;
}

export type PostbackEvaluation =
  | { verdict: 'accepted'; turn: number }
  | { verdict: 'updated'; turn: number; next: ExistingConversion }
  /** `next` stores the fingerprint of a postback without effect, so a repeat has none either. */
  | { verdict: 'duplicate'; turn: number; next?: ExistingConversion }
  | { verdict: 'bad_currency'; turn: number };

export interface Refund {
  /** Null for the whole payout. */
  amountMicro: bigint | null;
  currency: string;
  /** Equal for equal postbacks. */
  mark: string;
}

export type RefundEvaluation = PostbackEvaluation | { verdict: 'bad_amount'; turn: number };

/** What was taken of a conversion, in the currency of its payout. A chargeback takes the whole. */
export const refundedOf = ({
  status,
  payoutMicro,
  refundedMicro,
}: Pick<ExistingConversion, 'status' | 'payoutMicro' | 'refundedMicro'>): bigint =>
  status === 'chargeback' ? payoutMicro + refundedMicro : refundedMicro;

/** More postbacks than any network sends for one transaction. */
const FINGERPRINTS_MAX = 64;

/**
 * The effect of a postback, given the existing conversions of the same click, type and transaction, oldest first. A
 * repeated postback has no effect in any mode. An allowed status change always applies, with its amount. The mode
 * decides the rest: `ignore` changes nothing, `update` updates everything, `increment` adds the amount, and `create`
 * creates another conversion.
 */
export function evaluatePostback(
  existing: readonly ExistingConversion[],
  postback: IncomingPostback,
  mode: DedupeMode,
): PostbackEvaluation {
  const latest = existing.at(-1);
  if (!latest) return { verdict: 'accepted', turn: 0 };
  const turn = existing.length - 1;
  const seen = existing.findIndex(({ marks }) => marks.includes(postback.mark));
  if (seen !== -1) return { verdict: 'duplicate', turn: seen };
  const isChange = canTransition(latest.status, postback.status);
  if (mode === 'create' && !isChange) return { verdict: 'accepted', turn: existing.length };
  const next = { ...latest, marks: [...latest.marks, postback.mark].slice(-FINGERPRINTS_MAX) };
  if (isChange) next.status = postback.status;
  if (mode === 'increment' && !isChange) {
    const isSameMoney = postback.payoutMicro === null || postback.currency === latest.currency;
    if (!isSameMoney) return { verdict: 'bad_currency', turn };
    next.payoutMicro = latest.payoutMicro + (postback.payoutMicro ?? 0n);
  } else if (postback.payoutMicro !== null && (isChange || mode === 'update')) {
    // The amount of a report is the whole; what was refunded stays refunded.
    const isSameCurrency = postback.currency === latest.currency;
    next.refundedMicro = isSameCurrency ? smaller(latest.refundedMicro, postback.payoutMicro) : 0n;
    next.payoutMicro = postback.payoutMicro - next.refundedMicro;
    next.currency = postback.currency;
  }
  if (mode === 'update') next.params = latest.params.map((kept, place) => postback.params[place] || kept);
  return { verdict: isSame(latest, next) ? 'duplicate' : 'updated', turn, next };
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

const isSame = (one: ExistingConversion, other: ExistingConversion): boolean =>
  one.status === other.status &&
  one.payoutMicro === other.payoutMicro &&
  one.refundedMicro === other.refundedMicro &&
  one.currency === other.currency &&
  one.params.every((value, place) => value === other.params[place]);

/**
 * Takes an amount from the latest conversion of a transaction. More than is left, or a refund of what brings nothing, is a
 * bad amount.
 */
export function evaluateRefund(existing: readonly ExistingConversion[], refund: Refund): RefundEvaluation {
  const turn = existing.length - 1;
  const latest = existing[turn];
  if (!latest) return { verdict: 'bad_amount', turn: 0 };
  const seen = existing.findIndex(({ marks }) => marks.includes(refund.mark));
  if (seen !== -1) return { verdict: 'duplicate', turn: seen };
  const amount = refund.amountMicro ?? latest.payoutMicro;
  if (refund.amountMicro !== null && refund.currency !== latest.currency) return { verdict: 'bad_currency', turn };
  const isOpen = latest.status === 'pending' || latest.status === 'approved';
  if (!isOpen || amount <= 0n || amount > latest.payoutMicro) return { verdict: 'bad_amount', turn };
  const next = {
    ...latest,
    payoutMicro: latest.payoutMicro - amount,
    refundedMicro: latest.refundedMicro + amount,
    marks: [...latest.marks, refund.mark].slice(-FINGERPRINTS_MAX),
  };
  return { verdict: 'updated', turn, next };
}
