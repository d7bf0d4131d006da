import type { DisputeStatus } from '@poklik/contract/invoices';

/** What a payment provider tells about one payment. Amounts are totals, so that hearing the same twice changes nothing. */
export type PaymentEvent =
  | { kind: 'paid'; amountMinor: bigint }
  | { kind: 'failed' }
  | { kind: 'refunded'; totalMinor: bigint }
  | ({ kind: 'disputed' } & Dispute);

/** A payer's complaint to their bank. A payment can have several. */
export interface Dispute {
  disputeId: string;
  amountMinor: bigint;
  status: DisputeStatus;
}

export interface PaymentState {
  status: 'pending' | 'paid' | 'failed';
  /** Total refunded as reported by the provider, even before the payment itself was reported. */
  refundToldMinor: bigint;
  /** How much of it has been booked here: nothing before the payment itself is booked. */
  refundBookedMinor: bigint;
  disputes: readonly Dispute[];
  /** What disputes hold of the payment now. Unlike a refund it comes back when one is won. */
  disputeBookedMinor: bigint;
}

export const NEW_PAYMENT: PaymentState = {
  status: 'pending',
  refundToldMinor: 0n,
  refundBookedMinor: 0n,
  disputes: [],
  disputeBookedMinor: 0n,
};

export interface PaymentStep {
  state: PaymentState;
  /** The money is to be booked now, for the first and only time. */
  book: boolean;
  /** The amount to refund now. */
  refundMinor: bigint;
  /** The amount to withhold for disputes now; negative when they release it. */
  disputeMinor: bigint;
}

/** A later status wins whatever order the events come in. A lost dispute can still be won on appeal, never the reverse. */
const RANK: Record<DisputeStatus, number> = { inquiry: 0, open: 1, lost: 2, won: 3 };

/** A bank that only asks, or that decided for us, holds no money. */
const holdsMoney = ({ status }: Dispute): boolean => status === 'open' || status === 'lost';

function mergeDispute(disputes: readonly Dispute[], event: Dispute): Dispute[] {
  const { disputeId, amountMinor, status } = event;
  const known = disputes.find((dispute) => dispute.disputeId === disputeId);
  const others = disputes.filter((dispute) => dispute !== known);
  if (!known) return [...others, { disputeId, amountMinor, status }];
  return [
    ...others,
    {
      disputeId,
      amountMinor: amountMinor > known.amountMinor ? amountMinor : known.amountMinor,
      status: RANK[status] > RANK[known.status] ? status : known.status,
    },
  ];
}

const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/**
 * One step of a payment. In whatever order and however often news comes, the end is the same:
 * a payment is booked once, refunds and disputes are reversed once, and never more than was paid.
 */
export function applyPaymentEvent(state: PaymentState, event: PaymentEvent, amountMinor: bigint): PaymentStep {
  const next = { ...state };
  if (event.kind === 'failed' && state.status === 'pending') next.status = 'failed';
  if (event.kind === 'paid') next.status = 'paid';
  if (event.kind === 'refunded') {
    const reported = min(event.totalMinor, amountMinor);
    if (reported > next.refundToldMinor) next.refundToldMinor = reported;
  }
  if (event.kind === 'disputed') next.disputes = mergeDispute(state.disputes, event);
  if (next.status === 'paid') {
    const onHold = next.disputes.filter(holdsMoney).reduce((sum, dispute) => sum + dispute.amountMinor, 0n);
    next.refundBookedMinor = next.refundToldMinor;
    next.disputeBookedMinor = min(onHold, amountMinor - next.refundToldMinor);
  }
  return {
    state: next,
    book: next.status === 'paid' && state.status !== 'paid',
    refundMinor: next.refundBookedMinor - state.refundBookedMinor,
    disputeMinor: next.disputeBookedMinor - state.disputeBookedMinor,
  };
}

/** Of several disputes about one payment, the one that says most about where it stands: still open, lost, then won. */
export function overallDisputeStatus(disputes: readonly Pick<Dispute, 'status'>[]): DisputeStatus | null {
  const has = (status: DisputeStatus) => disputes.some((dispute) => dispute.status === status);
  return (['open', 'lost', 'inquiry', 'won'] as const).find(has) ?? null;
}
