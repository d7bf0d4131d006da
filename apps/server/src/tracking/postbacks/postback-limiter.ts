/** Limits postbacks per campaign and minute, and recorded rejections. */
export interface PostbackLimiter {
  /** Counts one; false if over the limit. */
  take(campaignId: number, now: number): boolean;
}

const MINUTE_MS = 60_000;
const CAMPAIGNS_MAX = 100_000;

/** Counts by the minute; each minute starts at zero. */
export function createPostbackLimiter(perMinute: () => number): PostbackLimiter {
  let minute = 0;
  let counts = new Map<number, number>();
  return {
    take(campaignId, now) {
      const current = Math.floor(now / MINUTE_MS);
      if (current !== minute || counts.size > CAMPAIGNS_MAX) {
        minute = current;
        counts = new Map();
      }
      const count = (counts.get(campaignId) ?? 0) + 1;
      counts.set(campaignId, count);
      return count <= perMinute();
    },
  };
}
