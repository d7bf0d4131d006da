import { type LinkBehavior, linkBehavior, type TrafficState, trafficState } from '@poklik/domain/routing/traffic-state';
import type { CompiledCampaign } from '../../campaigns/compiled-campaign.ts';
import type { DailyCounts } from '../../caps/daily-counts.ts';
import { type ClickContext, DropReason } from '../click-context.ts';

export function findCampaign(click: ClickContext): DropReason | undefined {
  const campaign = click.sources.campaigns.find(click.visit.key);
  if (campaign === undefined) return DropReason.unknownLink;
  click.campaign = campaign;
  return undefined;
}

/** Drops clicks of a stopped campaign, unless it redirects them to its default URL. */
export function checkTraffic(click: ClickContext): DropReason | undefined {
  const { campaign, sources, visit } = click;
  click.moment = campaign.clock(visit.now);
  const { answer, state } = getCampaignTraffic(campaign, sources.counts, visit.now, click.moment.day);
  click.state = state;
  click.isOpen = answer === 'rules';
  return state === 'open' || answer === 'default_url' ? undefined : state;
}

/** In parallel tracking the page makes the click. */
export const divertAdHit = ({ campaign }: ClickContext): DropReason | undefined =>
  campaign.settings.entry === 'parallel' ? DropReason.adHit : undefined;

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
  const today = settings.daily_cap === null ? 0 : counts.get(id, day, settings.daily_cap);
  const state = trafficState(settings, now, today);
  return { answer: linkBehavior(settings, state), state };
}
