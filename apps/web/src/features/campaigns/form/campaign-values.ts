import type { CampaignOptions } from '@poklik/contract/campaign-options';
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

/** A new campaign with the contract's defaults. */
export const emptySettings = ({ timezone }: Pick<Profile, 'timezone'>): CampaignSettings => ({
  // Required fields are filled to get the defaults, then cleared.
  ...CampaignSettings.parse({ name: 'any', default_url: 'https://any.example/' }),
  name: '',
  default_url: '',
  timezone,
});

/** A new campaign starts on the account's default domain. */
export const onDefaultDomain = (
  settings: CampaignSettings,
  { domains }: Pick<CampaignOptions, 'domains'>,
): CampaignSettings => ({ ...settings, domain_id: domains.find(({ is_default }) => is_default)?.id ?? null });

const NAMES = Object.keys(CampaignSettings.shape) as (keyof CampaignSettings)[];

/** Editable settings without server fields. Hidden money counts as none: its fields are not shown and the server keeps its values. */
export const settingsOf = (shown: VisibleSettings): CampaignSettings => ({
  ...(Object.fromEntries(NAMES.map((name) => [name, shown[name]])) as CampaignSettings),
  cost_value: shown.cost_value ?? '0',
  default_payout: shown.default_payout ?? '0',
  type_payouts: shown.type_payouts.map(({ type, payout }) => ({ type, payout: payout ?? '0' })),
});

/** A draft in the shape the rules can evaluate: invalid numbers weigh nothing. */
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
