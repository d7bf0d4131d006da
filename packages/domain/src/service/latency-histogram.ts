/** How often each bucket was hit, by its number. Histograms of several processes are summed bucket by bucket. */
export type LatencyBuckets = Record<number, number>;

/** Each bucket is 4 % wider than the one before, so a percentile is off by at most 2 %. */
const GROWTH = 1.04;
const MICRO = 1_000_000;

/** The bucket of a duration; everything below a microsecond is in the first. */
export const latencyBucket = (seconds: number): number =>
  Math.max(0, Math.ceil(Math.log(Math.max(1, seconds * MICRO)) / Math.log(GROWTH)));

/** The middle of a bucket, in seconds. */
const middleOf = (bucket: number): number => GROWTH ** (bucket - 0.5) / MICRO;

export function sumBuckets(histograms: readonly LatencyBuckets[]): LatencyBuckets {
  const sum: LatencyBuckets = {};
  for (const histogram of histograms)
    for (const [bucket, count] of Object.entries(histogram)) sum[Number(bucket)] = (sum[Number(bucket)] ?? 0) + count;
  return sum;
}

/** In seconds; null without any measurement. */
export function latencyPercentile(buckets: LatencyBuckets, share: number): number | null {
  const filled = Object.entries(buckets)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .toSorted((one, other) => one.bucket - other.bucket);
  const total = filled.reduce((sum, { count }) => sum + count, 0);
  let rank = Math.max(1, Math.ceil(total * share));
  for (const { bucket, count } of filled) {
    rank -= count;
    if (rank <= 0) return middleOf(bucket);
  }
  return null;
}
