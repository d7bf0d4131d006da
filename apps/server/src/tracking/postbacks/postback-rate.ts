/** How many reports of a campaign are taken in a minute, and how many refusals of it are written down. */
export interface PostbackRate {
  /** Takes one; false when there are too many. */
  take(campaignId: number, now: number): boolean;
}

const MINUTE_MS = 60_000;
const CAMPAIGNS_MAX = 100_000;

/** Counts by the minute. A campaign starts each with all of its room. */
export function postbackRate(perMinute: number): PostbackRate {
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
      return count <= perMinute;
    },
  };
}
