import type { DedupeMode, ConversionStatus as Status } from '@poklik/contract/campaigns';
import { mayBecome } from './transitions.ts';

/** A conversion as far as a further report can change it. */
export interface Standing {
  status: Status;
  payoutMicro: bigint;
  currency: string;
  params: readonly string[];
  /** Marks of what has been reported so far. */
  marks: readonly string[];
}

export interface Report {
  status: Status;
  /** Null when the report names no amount. */
  payoutMicro: bigint | null;
  currency: string;
  params: readonly string[];
  /** Equal for equal reports. */
  mark: string;
}

export type Judgement =
  | { verdict: 'accepted'; turn: number }
  | { verdict: 'updated'; turn: number; next: Standing }
  /** `next` remembers a report that changed nothing, so that it changes nothing later either. */
  | { verdict: 'duplicate'; turn: number; next?: Standing }
  | { verdict: 'bad_currency'; turn: number };

/** More than any network sends for one transaction. */
const MARKS_MAX = 64;

/**
 * What a report does, given the conversions that stand for the same click, type and transaction, in the order in which
 * they were made. A report that was seen before does nothing, whatever the mode. An allowed change of state is always
 * taken, with the amount that it names; the mode says what else of a further report is taken:
 * `ignore` nothing, `update` everything, `increment` adds the amount, `create` makes a further conversion.
 */
export function judgeReport(standings: readonly Standing[], report: Report, mode: DedupeMode): Judgement {
  const latest = standings.at(-1);
  if (!latest) return { verdict: 'accepted', turn: 0 };
  const turn = standings.length - 1;
  const seen = standings.findIndex(({ marks }) => marks.includes(report.mark));
  if (seen !== -1) return { verdict: 'duplicate', turn: seen };
  const isChange = mayBecome(latest.status, report.status);
  if (mode === 'create' && !isChange) return { verdict: 'accepted', turn: standings.length };
  const next = { ...latest, marks: [...latest.marks, report.mark].slice(-MARKS_MAX) };
  if (isChange) next.status = report.status;
  if (mode === 'increment' && !isChange) {
    const isSameMoney = report.payoutMicro === null || report.currency === latest.currency;
    if (!isSameMoney) return { verdict: 'bad_currency', turn };
    next.payoutMicro = latest.payoutMicro + (report.payoutMicro ?? 0n);
  } else if (report.payoutMicro !== null && (isChange || mode === 'update')) {
    next.payoutMicro = report.payoutMicro;
    next.currency = report.currency;
  }
  if (mode === 'update') next.params = latest.params.map((kept, place) => report.params[place] || kept);
  return { verdict: isSame(latest, next) ? 'duplicate' : 'updated', turn, next };
}

const isSame = (one: Standing, other: Standing): boolean =>
  one.status === other.status &&
  one.payoutMicro === other.payoutMicro &&
  one.currency === other.currency &&
  one.params.every((value, place) => value === other.params[place]);
