import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LatencyBuckets, latencyBucket, latencyPercentile, sumBuckets } from './latency-histogram.ts';

const histogramOf = (durations: readonly number[]): LatencyBuckets => {
  const buckets: LatencyBuckets = {};
  for (const seconds of durations) buckets[latencyBucket(seconds)] = (buckets[latencyBucket(seconds)] ?? 0) + 1;
  return buckets;
};

it('p99 of four processes is within 5 % of the exact value', () => {
  const duration = fc.double({ min: 1e-5, max: 30, noNaN: true });
  const process = fc.array(duration, { maxLength: 300 });
  fc.assert(
    fc.property(fc.tuple(process, process, process, process), fc.constantFrom(0.5, 0.9, 0.99), (processes, share) => {
      const all = processes.flat().toSorted((a, b) => a - b);
      const found = latencyPercentile(sumBuckets(processes.map(histogramOf)), share);
      const exact = all[Math.max(1, Math.ceil(all.length * share)) - 1];
      if (exact === undefined) expect(found).toBeNull();
      else expect(Math.abs((found ?? 0) - exact) / exact).toBeLessThan(0.05);
    }),
    { numRuns: 2_000 },
  );
});

it.each([0, 1e-9, 1e-6])('a duration of %d s is in the first bucket', (seconds) => {
  expect(latencyBucket(seconds)).toBe(0);
});
