import { type TrafficState, trafficState } from '@poklik/domain/campaigns/traffic-state';
import type { CompiledCampaign } from '../compiled-campaign.ts';
import type { DailyCounts } from '../daily-counts.ts';

/**
 * Whether the campaign's rules are asked. `missing`: a draft has never been published, so its link does not exist yet.
 * `gone`: it is over, or its owner wants nobody sent anywhere meanwhile. Everything else goes to the default address.
 */
export type Admission =
  | { answer: 'rules' | 'default_url'; state: TrafficState }
  | { answer: 'missing' | 'gone'; state: TrafficState };

export function campaignState(
  { id, settings }: CompiledCampaign,
  counts: Pick<DailyCounts, 'of'>,
  now: number,
  day: string,
): Admission {
  const today = settings.daily_cap === null ? 0 : counts.of(id, day);
  const state = trafficState(settings, now, today);
  if (state === 'open') return { answer: 'rules', state };
  if (state === 'draft') return { answer: 'missing', state };
  if (state === 'archived' || settings.paused_fallback === 'gone') return { answer: 'gone', state };
  return { answer: 'default_url', state };
}
