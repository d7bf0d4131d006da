/** Limits postbacks per campaign or key and minute, and recorded rejections. */
export interface PostbackLimiter {
  /** Counts one; false if over the limit. */
  take(of: number | string, now: number): boolean;
}

const MINUTE_MS = 60_000;
const COUNTED_MAX = 100_000;

/** Counts by the minute; each minute starts at zero. */
export function createPostbackLimiter(perMinute: () => number): PostbackLimiter {
  let minute = 0;
  let counts = new Map<number | string, number>();
  return {
    take(of, now) {
      const current = Math.floor(now / MINUTE_MS);
      if (current !== minute || counts.size > COUNTED_MAX) {
        minute = current;
        counts = new Map();
      }
      const count = (counts.get(of) ?? 0) + 1;
      counts.set(of, count);
      return count <= perMinute();
    },
  };
}
