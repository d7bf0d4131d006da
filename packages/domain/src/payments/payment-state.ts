/** What a payment provider tells about one payment. Amounts are totals, so that hearing the same twice changes nothing. */
export type ProviderNews =
  | { kind: 'paid'; amountMinor: bigint }
  | { kind: 'failed' }
  | { kind: 'refunded'; totalMinor: bigint };

export interface PaymentState {
  status: 'pending' | 'paid' | 'failed';
  /** What the provider says it gave back, even before we heard that anything was paid. */
  refundToldMinor: bigint;
  /** How much of it has been taken back here: nothing before the payment itself is booked. */
  refundBookedMinor: bigint;
}

export const NEW_PAYMENT: PaymentState = { status: 'pending', refundToldMinor: 0n, refundBookedMinor: 0n };

export interface Step {
  state: PaymentState;
  /** The money is to be booked now, for the first and only time. */
  book: boolean;
  /** Of the money, to be taken back now. */
  takeBackMinor: bigint;
}

/**
 * One step of a payment. In whatever order and however often news comes, the end is the same:
 * what was paid is booked once, what was given back is taken back once, and never more than was paid.
 */
export function applyNews(state: PaymentState, news: ProviderNews, amountMinor: bigint): Step {
  const next = { ...state };
  if (news.kind === 'failed' && state.status === 'pending') next.status = 'failed';
  if (news.kind === 'paid') next.status = 'paid';
  if (news.kind === 'refunded') {
    const told = news.totalMinor < amountMinor ? news.totalMinor : amountMinor;
    if (told > next.refundToldMinor) next.refundToldMinor = told;
  }
  const takeBackMinor = next.status === 'paid' ? next.refundToldMinor - state.refundBookedMinor : 0n;
  next.refundBookedMinor += takeBackMinor;
  return { state: next, book: next.status === 'paid' && state.status !== 'paid', takeBackMinor };
}
