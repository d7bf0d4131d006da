import type { CampaignSettings } from '@poklik/contract/campaigns';

export type TrafficState = 'open' | 'draft' | 'paused' | 'archived' | 'not_started' | 'ended' | 'capped';

/** Whether a campaign accepts visitors now; if not, why. */
export function trafficState(
  settings: Pick<CampaignSettings, 'status' | 'start_at' | 'end_at' | 'daily_cap'>,
  now: number,
  clicksToday: number,
): TrafficState {
  if (settings.status !== 'active') return settings.status;
  if (settings.start_at !== null && now < Date.parse(settings.start_at)) return 'not_started';
  if (settings.end_at !== null && now >= Date.parse(settings.end_at)) return 'ended';
  if (settings.daily_cap !== null && clicksToday >= settings.daily_cap) return 'capped';
  return 'open';
}

/**
 * What the tracking link does: follows the rules, redirects to the default URL, or shows an error. `missing`: a draft
 * was never published, so its link doesn't exist yet. `gone`: the campaign is archived, or its owner chose not to
 * redirect visitors while it is stopped.
 */
export type LinkBehavior = 'rules' | 'default_url' | 'missing' | 'gone';

export function linkBehavior(
  { paused_fallback }: Pick<CampaignSettings, 'paused_fallback'>,
  state: TrafficState,
): LinkBehavior {
  if (state === 'open') return 'rules';
  if (state === 'draft') return 'missing';
  return state === 'archived' || paused_fallback === 'gone' ? 'gone' : 'default_url';
}
