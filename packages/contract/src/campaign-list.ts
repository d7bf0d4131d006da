import * as z from 'zod/mini';
import { BULK_MAX } from './campaign-bulk.ts';
import { campaignListQuery } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams } from './fields.ts';
import { columnList } from './name-list.ts';
import { DESTINATIONS_MAX, RULES_MAX, Weight } from './routing.ts';
import { NewSavedView, SavedView } from './saved-views.ts';
import { METRICS } from './statistics.ts';

/** Columns of the campaign list and its export, besides the name. */
export const CAMPAIGN_COLUMNS = [
  'status',
  'trend',
  'today',
  ...METRICS,
  'weights',
  'notes',
  'key',
  'traffic_source',
  'tags',
  'created_at',
] as const;
export type CampaignColumn = (typeof CAMPAIGN_COLUMNS)[number];

/** Weights of the destinations of a campaign. */
export const WeightChange = z.object({
  id: Id,
  /** The version whose weights are changed, so a concurrent save is not overwritten. */
  version: z.int().check(z.positive()),
  weights: z
    .array(
      z.object({
        /** `rule:destination`, both counted from 1; rule 0 is for visitors who match no rule. */
        place: z.templateLiteral([z.int(), ':', z.int()]),
        weight: Weight,
      }),
    )
    .check(z.minLength(1), z.maxLength(DESTINATIONS_MAX * (RULES_MAX + 1))),
});
export type WeightChange = z.infer<typeof WeightChange>;

export const campaignListApi = {
  export: endpoint({
    method: 'GET',
    path: '/companies_related/export',
    access: 'campaigns:read',
    summary: 'Exports the same campaigns as CSV, with their totals in the last row.',
    query: z.object({
      ...campaignListQuery,
      /** Columns after the name, in order and comma-separated; all if omitted. */
      columns: z.optional(columnList(CAMPAIGN_COLUMNS)),
    }),
    kind: 'csv',
    isLong: true,
    file: 'campaigns.csv',
    response: z.string(),
    errors: ['forbidden'],
  }),
  weights: endpoint({
    method: 'POST',
    path: '/companies_related/weights',
    access: 'campaigns:write',
    summary: 'Changes weights of several campaigns, all or none, and returns the new versions of those that changed.',
    body: z.object({ campaigns: z.array(WeightChange).check(z.minLength(1), z.maxLength(BULK_MAX)) }),
    response: z.object({ data: z.array(z.object({ id: Id, version: z.int() })) }),
    errors: ['version_conflict'],
  }),
  views: endpoint({
    method: 'GET',
    path: '/companies_related/views',
    access: 'campaigns:read',
    summary: 'Lists your saved views of the campaign list and those shared in the account.',
    response: z.object({ data: z.array(SavedView) }),
  }),
  saveView: endpoint({
    method: 'POST',
    path: '/companies_related/views',
    access: 'campaigns:read',
    summary: 'Saves a view of the campaign list. Your view with the same name is replaced.',
    body: NewSavedView,
    status: 201,
    response: z.object({ data: SavedView }),
    errors: ['invalid_request'],
  }),
  removeView: endpoint({
    method: 'DELETE',
    path: '/companies_related/views/{id}',
    access: 'campaigns:read',
    summary: 'Deletes your saved view.',
    params: IdParams,
    response: Done,
  }),
};
