import type { CampaignOptions } from '@poklik/contract/campaign-options';
import { CampaignSettings, type VisibleSettings } from '@poklik/contract/campaigns';
import type { Profile } from '@poklik/contract/profile';
import type { Condition, Destination, Dimension, Rule } from '@poklik/contract/routing';
import { mapTargets } from '@poklik/domain/routing/targets';

export const newDestination = (): Destination => ({ name: '', url: '', weight: 100, active: true });

export type Target = Pick<Destination, 'url' | 'offer_id' | 'lander_id' | 'next'>;

/** What a destination leads to; also before the offer or lander is chosen. */
export const kindOf = ({ offer_id, lander_id, next }: Omit<Target, 'url'>): 'url' | 'offer' | 'lander' => {
  if (lander_id != null || next !== undefined) return 'lander';
  return offer_id === undefined ? 'url' : 'offer';
};

/** The target with a lander in front of it. */
export const behindLander = ({ url, offer_id }: Target): Target => ({
  ...{ url: '', offer_id: undefined, lander_id: null },
  next: [{ targets: [{ ...newDestination(), url, ...(offer_id !== undefined && { offer_id }) }] }],
});

/** What is behind the lander: the first destination of its first link that has any. */
export function withoutLander({ next = [] }: Target): Target {
  const [first] = next.flatMap(({ targets }) => targets);
  return { url: first?.url ?? '', offer_id: first?.offer_id, lander_id: first?.lander_id, next: first?.next };
}

export const countBehind = (next: Target['next']): number =>
  (next ?? []).reduce((sum, slot) => sum + (slot?.targets.length ?? 0), 0);

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
  // A field that is undefined would make the form look changed.
  ...(Object.fromEntries(
    NAMES.flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]]])),
  ) as CampaignSettings),
  cost_value: shown.cost_value ?? '0',
  default_payout: shown.default_payout ?? '0',
  type_payouts: shown.type_payouts.map(({ type, payout }) => ({ type, payout: payout ?? '0' })),
});

/** A draft in the shape the rules can evaluate: invalid numbers weigh nothing. */
export function readableDraft(draft: CampaignSettings): CampaignSettings {
  const readable = mapTargets(draft, (target) => ({
    ...target,
    url: target.url.trim(),
    weight: Number.isInteger(target.weight) && target.weight > 0 ? target.weight : 0,
  }));
  return { ...readable, default_url: draft.default_url.trim() };
}
