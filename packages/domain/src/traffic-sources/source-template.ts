import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { TrafficSource } from '@poklik/contract/traffic-sources';

/** The settings of a campaign that a template fills in. */
export const TEMPLATE_SETTINGS = [
  'params',
  'external_id_param',
  'external_id_macro',
  'cost_param',
  'cost_macro',
  'cost_scale',
] as const;
export type TemplateSetting = (typeof TEMPLATE_SETTINGS)[number];
export type TemplateFields = Pick<CampaignSettings, TemplateSetting>;

export const NO_TEMPLATE: TemplateFields = {
  ...{ params: [], external_id_param: null, external_id_macro: '' },
  ...{ cost_param: null, cost_macro: '', cost_scale: 'unit' },
};

/** A source without a cost says nothing about its unit. */
const hasSame = (one: TemplateFields, other: TemplateFields, setting: TemplateSetting): boolean =>
  (setting === 'cost_scale' && one.cost_param === null && other.cost_param === null) ||
  JSON.stringify(toComparable(one[setting])) === JSON.stringify(toComparable(other[setting]));

/** The database doesn't keep the order of keys. */
const toComparable = (value: TemplateFields[TemplateSetting]) =>
  Array.isArray(value) ? value.map(({ name, macro, sub }) => [name, macro, sub]) : value;

/** Settings that applying the template would change. */
export const changedFields = (own: TemplateFields, template: TemplateFields): TemplateSetting[] =>
  TEMPLATE_SETTINGS.filter((setting) => !hasSame(own, template, setting));

/** Settings that a newer template would change; none for a template that the campaign already has or declined. */
export const newerFields = (
  campaign: TemplateFields & Pick<CampaignSettings, 'traffic_source_revision'>,
  template: Pick<TrafficSource, TemplateSetting | 'revision'>,
): TemplateSetting[] =>
  template.revision > (campaign.traffic_source_revision ?? 0) ? changedFields(campaign, template) : [];
