import { describe, expect, it } from 'vitest';
import { sampleHistory } from './sample-history.ts';

describe('the history of weights', () => {
  const epochs = [
    { at: 0, shares: { a: 0.5 } },
    { at: 60, shares: { a: 0.9 } },
    { at: 90, shares: null },
  ];
  it.each([
    ['nothing', [], []],
    ['what held at each moment', epochs, [0.5, 0.5, 0.5, 0.9, null]],
  ])('shows %s', (_, list, expected) => {
    expect(sampleHistory(list, 100, 5).map(({ shares }) => shares?.a ?? null)).toEqual(expected);
  });
});
