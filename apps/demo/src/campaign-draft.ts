import type { CampaignBody } from '@poklik/contract/campaigns';
import type { Condition, Rule } from '@poklik/contract/routing';
import type { TrafficSource } from '@poklik/contract/traffic-sources';
import { TEMPLATE_SETTINGS, type TemplateSetting } from '@poklik/domain/traffic-sources/source-template';
import { TRAFFIC_SOURCE_CATALOGUE } from '@poklik/domain/traffic-sources/traffic-source-catalogue';
import type * as z from 'zod/mini';

export type CampaignDraft = z.input<typeof CampaignBody> & {
  /** Name of an affiliate network of the account. */
  network?: string;
  /** Name of an own traffic source template. */
  ownSource?: string;
  /** Names and weights of offers for visitors whom no rule takes. */
  offers?: [name: string, weight: number][];
  /** Name of a lander for those visitors, and where each of its links leads. */
  lander?: { name: string; next: string[][] };
};
type RuleDraft = z.input<typeof Rule>;

const DAY_MS = 86_400_000;
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** The parameters that the traffic source fills in, as the form prefills them. */
export const fromTemplate = (
  source: Pick<TrafficSource, 'code' | 'revision' | TemplateSetting>,
): Partial<CampaignDraft> => ({
  ...Object.fromEntries(TEMPLATE_SETTINGS.map((setting) => [setting, source[setting]])),
  traffic_source: source.code,
  traffic_source_revision: source.revision,
});

export function from(code: string): Partial<CampaignDraft> {
  const source = TRAFFIC_SOURCE_CATALOGUE.find((each) => each.code === code);
  if (!source) throw new Error(`unknown traffic source ${code}`);
  return fromTemplate(source);
}

export const where = (dimension: Condition['dimension'], ...values: string[]): Condition => ({
  dimension,
  operator: 'in',
  values,
});
export const rule = (
  name: string,
  conditions: Condition[],
  ...addresses: [url: string, weight?: number][]
): RuleDraft => ({
  name,
  conditions,
  destinations: addresses.map(([url, weight = 100]) => ({ url, weight })),
});

/** The identifier that sources add to links by themselves. */
const TAG_KINDS: Readonly<Record<string, string>> = { facebook: 'fbclid', google: 'gclid', tiktok: 'ttclid' };
export const tagKindOf = (source: string | null | undefined): string => TAG_KINDS[source ?? ''] ?? '';
