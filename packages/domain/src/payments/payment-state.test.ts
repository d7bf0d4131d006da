import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyNews, NEW_PAYMENT, type ProviderNews } from './payment-state.ts';

const AMOUNT = 7900n;

/** The end of a payment, and what was done on the way. */
function play(news: readonly ProviderNews[]) {
  let state = NEW_PAYMENT;
  let [booked, takenBack] = [0, 0n];
  for (const one of news) {
    const step = applyNews(state, one, AMOUNT);
    state = step.state;
    if (step.book) booked += 1;
    takenBack += step.takeBackMinor;
  }
  return { state, booked, takenBack };
}

const PAID: ProviderNews = { kind: 'paid', amountMinor: AMOUNT };
const FAILED: ProviderNews = { kind: 'failed' };
const refunded = (totalMinor: bigint): ProviderNews => ({ kind: 'refunded', totalMinor });

describe('a payment', () => {
  it.each<[string, ProviderNews[], string, number, bigint]>([
    ['that is paid is booked once', [PAID, PAID], 'paid', 1, 0n],
    ['that failed books nothing', [FAILED, FAILED], 'failed', 0, 0n],
    ['that failed and was paid after all is booked', [FAILED, PAID], 'paid', 1, 0n],
    ['that was paid does not fail any more', [PAID, FAILED], 'paid', 1, 0n],
    ['given back in parts is taken back in parts', [PAID, refunded(1000n), refunded(2500n)], 'paid', 1, 2500n],
    ['given back before it was paid waits', [refunded(1000n)], 'pending', 0, 0n],
    ['given back before it was paid is booked and taken back', [refunded(AMOUNT), PAID], 'paid', 1, AMOUNT],
    ['is never taken back beyond what was paid', [PAID, refunded(AMOUNT * 2n)], 'paid', 1, AMOUNT],
  ])('%s', (_, news, status, booked, takenBack) => {
    expect(play(news)).toMatchObject({ state: { status }, booked, takenBack });
  });

  it('ends the same in whatever order and however often its news comes', () => {
    const one = fc.oneof(fc.constant(PAID), fc.constant(FAILED), fc.bigInt(1n, AMOUNT * 2n).map(refunded));
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
        expect(play(shuffled)).toEqual(play(news));
        const { booked, takenBack } = play(shuffled);
        expect(booked).toBeLessThanOrEqual(1);
        expect(takenBack <= AMOUNT).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
