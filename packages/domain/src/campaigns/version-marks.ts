import type { CampaignSettings, CampaignStatus } from '@poklik/contract/campaigns';
import { listTargets, mapTargets } from '../routing/targets.ts';
import { changedSettings } from './version-diff.ts';

/** What a saved version did to the campaign, as a chart marks it. */
export const MARK_KINDS = ['paused', 'activated', 'archived', 'drafted', 'weights', 'saved'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

type Routed = Pick<CampaignSettings, 'status' | 'destinations' | 'rules'>;

const STATUS_MARKS: Record<CampaignStatus, MarkKind> = {
  paused: 'paused',
  active: 'activated',
  archived: 'archived',
  draft: 'drafted',
};

/** A change of status outweighs all others; `weights` means that nothing but weights changed. */
export function versionMark(before: CampaignSettings, after: CampaignSettings): MarkKind {
  if (before.status !== after.status) return STATUS_MARKS[after.status];
  const isReweighted = changesWeights(before, after);
  const others = changedSettings(withoutWeights(before), withoutWeights(after));
  return isReweighted && others.length === 0 ? 'weights' : 'saved';
}

/** Whether a position still means the same destination, so that metrics by position belong together. */
export const keepsPlaces = (before: Routed, after: Routed): boolean =>
  JSON.stringify(placesOf(before)) === JSON.stringify(placesOf(after));

const weightsOf = (settings: Routed) => listTargets(settings).map(({ path, target }) => [path, target.weight]);
const placesOf = ({ destinations, rules }: Routed) =>
  [destinations, ...rules.map((rule) => rule.destinations)].map((list) => list.map(({ url }) => url));

const changesWeights = (before: Routed, after: Routed): boolean =>
  JSON.stringify(weightsOf(before)) !== JSON.stringify(weightsOf(after));

const withoutWeights = (settings: CampaignSettings): CampaignSettings =>
  mapTargets(settings, (each) => ({ ...each, weight: 1 }));
