import type { Address } from './address.ts';

export interface EventAllowance {
  /** Takes one event from what the source and the campaign may make in this minute; false when either has no more. */
  take(campaignId: number, address: Pick<Address, 'words'>, now: number): boolean;
}

const MINUTE_MS = 60_000;
/** Beyond so many sources in one minute only campaigns are counted, so that nobody fills the memory by coming from everywhere. */
const SOURCES_MAX = 100_000;

/** Counts start again every minute: two lookups per event, nothing to clean up in between. */
export function eventAllowance(max: { perSource: number; perCampaign: number }): EventAllowance {
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
      const source = sourceOf(words);
      const ofSource = bySource.get(source) ?? 0;
      const ofCampaign = byCampaign.get(campaignId) ?? 0;
      if (ofSource >= max.perSource || ofCampaign >= max.perCampaign) return false;
      if (ofSource > 0 || bySource.size < SOURCES_MAX) bySource.set(source, ofSource + 1);
      byCampaign.set(campaignId, ofCampaign + 1);
      return true;
    },
  };
}

/** An IPv4 address; of IPv6 the network, which one visitor has whole. */
const sourceOf = (words: readonly number[]): number | string =>
  words.length === 4 ? `${words[0]}:${words[1]}` : (words[0] ?? -1);
