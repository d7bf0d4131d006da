import {
  type LinkBehavior,
  linkBehavior,
  type TrafficState,
  trafficState,
} from '@poklik/domain/campaigns/traffic-state';
import type { CompiledCampaign } from '../compiled-campaign.ts';
import type { DailyCounts } from '../daily-counts.ts';

/** Whether the campaign's rules apply, and if not, what happens instead. */
export interface CampaignTraffic {
  answer: LinkBehavior;
  state: TrafficState;
}

export function getCampaignTraffic(
  { id, settings }: CompiledCampaign,
  counts: Pick<DailyCounts, 'get'>,
  now: number,
  day: string,
): CampaignTraffic {
  const today = settings.daily_cap === null ? 0 : counts.get(id, day);
  const state = trafficState(settings, now, today);
  return { answer: linkBehavior(settings, state), state };
}
