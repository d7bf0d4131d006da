import type { IpAddress } from '@poklik/domain/ip/ip-address';

export interface EventLimiter {
  /** Counts an event; false if the source or the campaign has reached its limit for this minute. */
  take(campaignId: number, address: Pick<IpAddress, 'words'>, now: number): boolean;
}

const MINUTE_MS = 60_000;
/** Beyond this many sources per minute only campaigns are counted, to bound the memory. */
const SOURCES_MAX = 100_000;

/** Counters are cleared every minute: two lookups per event and no cleanup. */
export function createEventLimiter(limits: () => { perSource: number; perCampaign: number }): EventLimiter {
  const bySource = new Map<number | string, number>();
  const byCampaign = new Map<number, number>();
  let minute = 0;
  return {
    take(campaignId, { words }, now) {
      const current = Math.floor(now / MINUTE_MS);
      if (current !== minute) {
        minute = current;
        bySource.clear();
        byCampaign.clear();
      }
      const max = limits();
      const source = sourceKey(words);
      const ofSource = bySource.get(source) ?? 0;
      const ofCampaign = byCampaign.get(campaignId) ?? 0;
      if (ofSource >= max.perSource || ofCampaign >= max.perCampaign) return false;
      if (ofSource > 0 || bySource.size < SOURCES_MAX) bySource.set(source, ofSource + 1);
      byCampaign.set(campaignId, ofCampaign + 1);
      return true;
    },
  };
}

/** The IPv4 address, or the IPv6 network, because a visitor has a whole network. */
const sourceKey = (words: readonly number[]): number | string =>
  words.length === 4 ? `${words[0]}:${words[1]}` : (words[0] ?? -1);
