import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantSize, ownLimit } from './shared-cap.ts';

describe('grantSize', () => {
  it.each([
    [0, 4, 0],
    [-3, 4, 0],
    [1, 4, 1],
    [15, 4, 1],
    [500, 4, 31],
    [500, 1, 125],
  ])('of %i remaining clicks for %i trackers is %i', (remaining, trackers, size) => {
    expect(grantSize(remaining, trackers)).toBe(size);
  });
});

describe('ownLimit', () => {
  it.each([
    ['alone is the cap', { granted: 0, others: 0, trackers: 1 }, 1_000],
    ['alone leaves what others counted before', { granted: 0, others: 300, trackers: 1 }, 700],
    ['runs ahead of the grant by a share of what remains', { granted: 100, others: 250, trackers: 3 }, 150],
    ['runs ahead by one click in the last part', { granted: 250, others: 710, trackers: 3 }, 251],
    ['is one click for a newcomer in the last part', { granted: 0, others: 960, trackers: 2 }, 1],
    ['is never above the cap', { granted: 250, others: 900, trackers: 2 }, 100],
    ['is zero when the others have used up the cap', { granted: 0, others: 1_000, trackers: 2 }, 0],
  ])('%s', (_, share, limit) => {
    expect(ownLimit(1_000, share)).toBe(limit);
  });
});

interface Tracker {
  own: number;
  granted: number;
  others: number;
  trackers: number;
  /** The answer under way; it arrives later. */
  answer: Pick<Tracker, 'granted' | 'others'> | undefined;
}

/** Trackers that reserve clicks in one place, whose answers arrive late. */
class Installation {
  readonly reserved: number[];
  readonly trackers: Tracker[];

  constructor(
    readonly cap: number,
    count: number,
  ) {
    this.reserved = Array(count).fill(0);
    const fresh = { own: 0, granted: 0, others: 0, trackers: count, answer: undefined };
    this.trackers = Array.from({ length: count }, () => ({ ...fresh }));
  }

  click(at: number, times = 1): void {
    const tracker = this.trackers[at] as Tracker;
    tracker.own = Math.max(tracker.own, Math.min(tracker.own + times, ownLimit(this.cap, tracker)));
  }

  ask(at: number): void {
    const tracker = this.trackers[at] as Tracker;
    if (tracker.answer) return;
    const others = this.reservedBesides(at);
    const granted = tracker.own + grantSize(this.cap - others - tracker.own, this.trackers.length);
    this.reserved[at] = granted;
    tracker.answer = { granted, others };
  }

  answer(at: number): void {
    const tracker = this.trackers[at] as Tracker;
    Object.assign(tracker, tracker.answer);
    tracker.answer = undefined;
  }

  /** What every tracker does once a second. */
  report(): void {
    this.trackers.forEach((tracker, at) => {
      this.reserved[at] = Math.max(this.reserved[at] as number, tracker.own);
    });
    this.trackers.forEach((tracker, at) => {
      tracker.others = this.reservedBesides(at);
    });
  }

  reservedBesides(at: number): number {
    return this.reserved.reduce((sum, count, place) => sum + (place === at ? 0 : count), 0);
  }

  get total(): number {
    return this.trackers.reduce((sum, { own }) => sum + own, 0);
  }
}

describe('trackers that share a cap', () => {
  const step = fc.record({
    at: fc.nat(3),
    clicks: fc.nat(60),
    event: fc.constantFrom('ask' as const, 'answer' as const),
  });

  it('count at most 1 % too many, however late answers are', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 300, maxLength: 900 }), (steps) => {
        const installation = new Installation(10_000, 4);
        steps.forEach(({ at, clicks, event }, turn) => {
          installation.click(at, clicks);
          installation[event](at);
          if (turn % 12 === 0) installation.report();
        });
        expect(installation.total).toBeLessThanOrEqual(10_100);
      }),
    );
  });

  it.each([5, 20, 200, 10_000])(
    'count all of a cap of %i, and at most one click more per other tracker, when answers are quick',
    (cap) => {
      const installation = new Installation(cap, 4);
      for (let turn = 0; turn < cap * 4; turn += 1) {
        const at = turn % 4;
        installation.click(at);
        installation.ask(at);
        installation.answer(at);
      }
      expect(installation.total).toBeGreaterThanOrEqual(cap);
      expect(installation.total).toBeLessThanOrEqual(cap + 3);
    },
  );
});
