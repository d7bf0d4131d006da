import type { DisputeStatus } from '@poklik/contract/invoices';
import type { ChargeFailure } from '@poklik/contract/payment-methods';

/** Events from a payment provider. Amounts are totals, so a repeated event changes nothing. */
export type PaymentEvent =
  | { kind: 'paid'; amountMinor: bigint }
  /** `canRetry` is false for a card that must not be charged again. */
  | { kind: 'failed'; reason?: ChargeFailure; canRetry?: boolean }
  /** The payer's bank asks the payer to confirm, which only works while they are present. */
  | { kind: 'needs_action' }
  | { kind: 'refunded'; totalMinor: bigint }
  | ({ kind: 'disputed' } & Dispute);

/** A dispute that the payer opened with their bank. A payment can have several. */
export interface Dispute {
  disputeId: string;
  amountMinor: bigint;
  status: DisputeStatus;
}

export const PAYMENT_STATUSES = ['pending', 'needs_action', 'failed', 'paid'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The later status wins in any event order: a payment that failed can still be paid, never the reverse. */
const laterStatus = (one: PaymentStatus, other: PaymentStatus): PaymentStatus =>
  PAYMENT_STATUSES.indexOf(one) > PAYMENT_STATUSES.indexOf(other) ? one : other;

export interface PaymentState {
  status: PaymentStatus;
  /** Total refund reported by the provider, possibly before the payment itself. */
  refundToldMinor: bigint;
  /** Refund booked so far; zero until the payment is booked. */
  refundBookedMinor: bigint;
  disputes: readonly Dispute[];
  /** Amount currently withheld by disputes. Unlike a refund, it is returned when a dispute is won. */
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
  /** Whether to book the payment now. This happens only once. */
  book: boolean;
  /** The amount to refund now. */
  refundMinor: bigint;
  /** The amount to withhold for disputes now; negative when they release it. */
  disputeMinor: bigint;
}

/** The higher status wins in any event order. A lost dispute can still be won on appeal, never the reverse. */
const RANK: Record<DisputeStatus, number> = { inquiry: 0, open: 1, lost: 2, won: 3 };

/** An inquiry or a won dispute withholds no money. */
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
 * Applies an event to a payment. The result doesn't depend on the order or repetition of events: a payment is booked
 * once, refunds and disputes are reversed once, and never more than was paid.
 */
export function applyPaymentEvent(state: PaymentState, event: PaymentEvent, amountMinor: bigint): PaymentStep {
  const next = { ...state };
  if (event.kind === 'paid' || event.kind === 'failed' || event.kind === 'needs_action')
    next.status = laterStatus(state.status, event.kind);
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

/** The most significant status of all disputes about a payment: open, lost, inquiry, then won. */
export function overallDisputeStatus(disputes: readonly Pick<Dispute, 'status'>[]): DisputeStatus | null {
  const has = (status: DisputeStatus) => disputes.some((dispute) => dispute.status === status);
  return (['open', 'lost', 'inquiry', 'won'] as const).find(has) ?? null;
}
