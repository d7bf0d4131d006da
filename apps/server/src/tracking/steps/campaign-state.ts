import {
  type LinkBehavior,
  linkBehavior,
  type TrafficState,
  trafficState,
} from '@poklik/domain/campaigns/traffic-state';
import type { CompiledCampaign } from '../compiled-campaign.ts';
import type { DailyCounts } from '../daily-counts.ts';

/** Whether the campaign's rules are asked, and if not, what answers instead. */
export interface Admission {
  answer: LinkBehavior;
  state: TrafficState;
}

export function campaignState(
  { id, settings }: CompiledCampaign,
  counts: Pick<DailyCounts, 'of'>,
  now: number,
  day: string,
): Admission {
  const today = settings.daily_cap === null ? 0 : counts.of(id, day);
  const state = trafficState(settings, now, today);
  return { answer: linkBehavior(settings, state), state };
}
