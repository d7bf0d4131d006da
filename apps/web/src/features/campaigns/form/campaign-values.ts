import { CampaignSettings, type VisibleSettings } from '@poklik/contract/campaigns';
import type { Profile } from '@poklik/contract/profile';
import type { Condition, Destination, Dimension, Rule } from '@poklik/contract/routing';

export const newDestination = (): Destination => ({ name: '', url: '', weight: 100, active: true });

export const newCondition = (dimension: Dimension = 'country'): Condition => ({
  dimension,
  operator: 'in',
  values: [],
});

export const newRule = (): Rule => ({
  name: '',
  active: true,
  match: 'all',
  conditions: [newCondition()],
  destinations: [newDestination()],
});

/** A campaign before anything is written, by the usual values of the contract. */
export const emptySettings = ({ timezone }: Pick<Profile, 'timezone'>): CampaignSettings => ({
  // The two fields without a usual value are filled to ask for the others, and emptied.
  ...CampaignSettings.parse({ name: 'any', default_url: 'https://any.example/' }),
  name: '',
  default_url: '',
  timezone,
});

const NAMES = Object.keys(CampaignSettings.shape) as (keyof CampaignSettings)[];

/**
 * What the owner decides, without what the server adds to it.
 * Money that is not for the reader counts as none: they do not see its fields, and the server keeps what it has.
 */
export const settingsOf = (shown: VisibleSettings): CampaignSettings => ({
  ...(Object.fromEntries(NAMES.map((name) => [name, shown[name]])) as CampaignSettings),
  cost_value: shown.cost_value ?? '0',
  default_payout: shown.default_payout ?? '0',
});

/** A draft that is half typed in the shape that rules can read: what is no number yet weighs nothing. */
export function readableDraft(draft: CampaignSettings): CampaignSettings {
  const readable = (destinations: readonly Destination[]) =>
    destinations.map((destination) => ({
      ...destination,
      url: destination.url.trim(),
      weight: Number.isInteger(destination.weight) && destination.weight > 0 ? destination.weight : 0,
    }));
  return {
    ...draft,
    default_url: draft.default_url.trim(),
    destinations: readable(draft.destinations),
    rules: draft.rules.map((rule) => ({ ...rule, destinations: readable(rule.destinations) })),
  };
}
