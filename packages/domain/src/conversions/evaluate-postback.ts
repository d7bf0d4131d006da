import type { DedupeMode, ConversionStatus as Status } from '@poklik/contract/campaigns';
import { canTransition } from './transitions.ts';

/** A conversion as far as a further report can change it. */
export interface ExistingConversion {
  status: Status;
  payoutMicro: bigint;
  currency: string;
  params: readonly string[];
  /** Marks of what has been reported so far. */
  marks: readonly string[];
}

export interface IncomingPostback {
  status: Status;
  /** Null when the report names no amount. */
  payoutMicro: bigint | null;
  currency: string;
  params: readonly string[];
  /** Equal for equal reports. */
  mark: string;
}

export type PostbackEvaluation =
  | { verdict: 'accepted'; turn: number }
  | { verdict: 'updated'; turn: number; next: ExistingConversion }
  /** `next` remembers a report that changed nothing, so that it changes nothing later either. */
  | { verdict: 'duplicate'; turn: number; next?: ExistingConversion }
  | { verdict: 'bad_currency'; turn: number };

/** More than any network sends for one transaction. */
const FINGERPRINTS_MAX = 64;

/**
 * What a report does, given the conversions that stand for the same click, type and transaction, in the order in which
 * they were made. A report that was seen before does nothing, whatever the mode. An allowed change of state is always
 * taken, with the amount that it names; the mode says what else of a further report is taken:
 * `ignore` nothing, `update` everything, `increment` adds the amount, `create` makes a further conversion.
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
    next.payoutMicro = postback.payoutMicro;
    next.currency = postback.currency;
  }
  if (mode === 'update') next.params = latest.params.map((kept, place) => postback.params[place] || kept);
  return { verdict: isSame(latest, next) ? 'duplicate' : 'updated', turn, next };
}

const isSame = (one: ExistingConversion, other: ExistingConversion): boolean =>
  one.status === other.status &&
  one.payoutMicro === other.payoutMicro &&
  one.currency === other.currency &&
  one.params.every((value, place) => value === other.params[place]);
