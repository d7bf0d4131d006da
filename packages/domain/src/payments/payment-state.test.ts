import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPaymentEvent, NEW_PAYMENT, overallDisputeStatus, type PaymentEvent } from './payment-state.ts';

const AMOUNT = 7900n;

/** Returns the final state of a payment and everything booked on the way. */
function play(news: readonly PaymentEvent[]) {
  let state = NEW_PAYMENT;
  let [booked, reversed, disputed] = [0, 0n, 0n];
  for (const one of news) {
    const step = applyPaymentEvent(state, one, AMOUNT);
    state = step.state;
    if (step.book) booked += 1;
    reversed += step.refundMinor;
    disputed += step.disputeMinor;
  }
  return { state, booked, reversed, disputed };
}

/** Sorts disputes, because the order in which they were reported doesn't matter. */
function endOf(news: readonly PaymentEvent[]) {
  const end = play(news);
  const disputes = end.state.disputes.toSorted((one, other) => one.disputeId.localeCompare(other.disputeId));
  return { ...end, state: { ...end.state, disputes } };
}

const PAID: PaymentEvent = { kind: 'paid', amountMinor: AMOUNT };
const FAILED: PaymentEvent = { kind: 'failed' };
const NEEDS_ACTION: PaymentEvent = { kind: 'needs_action' };
const refunded = (totalMinor: bigint): PaymentEvent => ({ kind: 'refunded', totalMinor });
const disputed = (
  status: 'inquiry' | 'open' | 'lost' | 'won',
  amountMinor = AMOUNT,
  disputeId = 'dp_1',
): PaymentEvent => ({ kind: 'disputed', disputeId, amountMinor, status });

describe('payment', () => {
  it.each<[string, PaymentEvent[], string, number, bigint]>([
    ['that is paid is booked once', [PAID, PAID], 'paid', 1, 0n],
    ['that failed books nothing', [FAILED, FAILED], 'failed', 0, 0n],
    ['that failed and was paid after all is booked', [FAILED, PAID], 'paid', 1, 0n],
    ['that waits for its payer books nothing', [NEEDS_ACTION, NEEDS_ACTION], 'needs_action', 0, 0n],
    ['that failed does not wait for its payer any more', [FAILED, NEEDS_ACTION], 'failed', 0, 0n],
    ['that its payer confirmed is booked', [NEEDS_ACTION, PAID, NEEDS_ACTION], 'paid', 1, 0n],
    ['that was paid does not fail any more', [PAID, FAILED], 'paid', 1, 0n],
    ['refunded in parts is reversed in parts', [PAID, refunded(1000n), refunded(2500n)], 'paid', 1, 2500n],
    ['refunded before it was paid waits', [refunded(1000n)], 'pending', 0, 0n],
    ['refunded before it was paid is booked and reversed', [refunded(AMOUNT), PAID], 'paid', 1, AMOUNT],
    ['is never reversed beyond what was paid', [PAID, refunded(AMOUNT * 2n)], 'paid', 1, AMOUNT],
  ])('%s', (_, news, status, booked, reversed) => {
    expect(play(news)).toMatchObject({ state: { status }, booked, reversed });
  });

  it.each<[string, PaymentEvent[], bigint, bigint]>([
    ['holds all of it', [PAID, disputed('open')], AMOUNT, 0n],
    ['holds it once', [PAID, disputed('open'), disputed('open'), disputed('lost')], AMOUNT, 0n],
    ['that is only an inquiry holds nothing', [PAID, disputed('inquiry')], 0n, 0n],
    ['that began as an inquiry holds it', [PAID, disputed('inquiry'), disputed('open')], AMOUNT, 0n],
    ['that was won holds nothing', [PAID, disputed('open'), disputed('won')], 0n, 0n],
    ['that was won is not opened by a late event', [PAID, disputed('won'), disputed('open')], 0n, 0n],
    ['that was lost and won on appeal holds nothing', [PAID, disputed('won'), disputed('lost')], 0n, 0n],
    ['heard of before the payment waits for it', [disputed('open')], 0n, 0n],
    ['heard of before the payment holds it then', [disputed('open'), PAID], AMOUNT, 0n],
    ['holds only what was not refunded', [PAID, refunded(1000n), disputed('open')], AMOUNT - 1000n, 1000n],
    ['makes room for a refund', [PAID, disputed('open'), refunded(AMOUNT)], 0n, AMOUNT],
    ['beside another adds up', [PAID, disputed('open', 100n), disputed('lost', 200n, 'dp_2')], 300n, 0n],
  ])('dispute %s', (_, news, held, reversed) => {
    expect(play(news)).toMatchObject({ state: { disputeBookedMinor: held }, disputed: held, reversed });
  });

  it.each([
    [[], null],
    [['won'], 'won'],
    [['won', 'lost'], 'lost'],
    [['won', 'lost', 'open'], 'open'],
    [['inquiry', 'won'], 'inquiry'],
  ] as const)('with disputes %s has the overall status %s', (statuses, shown) => {
    expect(overallDisputeStatus(statuses.map((status) => ({ status })))).toBe(shown);
  });

  it('ends in the same state for any order and repetition of its events', () => {
    const dispute = fc
      .tuple(
        fc.constantFrom('inquiry' as const, 'open' as const, 'lost' as const, 'won' as const),
        fc.bigInt(1n, AMOUNT * 2n),
        fc.constantFrom('dp_1', 'dp_2'),
      )
      .map((parts) => disputed(...parts));
    const one = fc.oneof(
      fc.constant(PAID),
      fc.constant(FAILED),
      fc.constant(NEEDS_ACTION),
      fc.bigInt(1n, AMOUNT * 2n).map(refunded),
      dispute,
    );
    const story = fc.array(one, { minLength: 1, maxLength: 6 }).chain((news) =>
      fc.tuple(
        fc.constant(news),
        fc
          .array(fc.constantFrom(...news), { maxLength: 10 })
          .chain((again) => fc.shuffledSubarray([...news, ...again], { minLength: news.length + again.length })),
      ),
    );
    fc.assert(
      fc.property(story, ([news, shuffled]) => {
        expect(endOf(shuffled)).toEqual(endOf(news));
        const { booked, reversed, disputed: held } = play(shuffled);
        expect(booked).toBeLessThanOrEqual(1);
        expect(reversed + held <= AMOUNT && held >= 0n).toBe(true);
      }),
    );
  });
});
