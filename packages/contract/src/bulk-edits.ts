import * as z from 'zod/mini';
import { Tag } from './campaign-bulk.ts';
import { CampaignStatus, CostModel, SEARCH_MAX } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { Id, line } from './fields.ts';
import { areDistinct, ParameterName, SourceMacro } from './link-parameters.ts';
import { Amount, Currency } from './money.ts';
import { Sub, URL_MAX } from './routing.ts';

/** Campaigns of one edit. */
export const BULK_EDIT_MAX = 1_000;
/** Changed fields listed per campaign; the rest is only counted. */
export const EDITED_FIELDS_MAX = 20;

/** `ID.version` of each campaign, comma-separated: what a preview saw, or what an edit made. */
const VERSIONS_TEXT_MAX = 40_000;
export const CampaignVersions = z
  .string()
  .check(z.maxLength(VERSIONS_TEXT_MAX), z.regex(/^[1-9]\d{0,14}\.[1-9]\d{0,8}(?:,[1-9]\d{0,14}\.[1-9]\d{0,8})*$/));

/** Of destinations with a URL of their own, also below landers, and the default URL. */
export const UrlReplacement = z.object({
  match: z._default(z.enum(['whole', 'prefix']), 'whole'),
  from: line(1, URL_MAX),
  to: line(1, URL_MAX),
});
/** Of offers or landers. */
export const TargetReplacement = z.object({ from: Id, to: Id });
export const CostEdit = z.object({ model: CostModel, value: Amount, currency: Currency });
/** Sets the link parameter that is recorded as `sub`; without a name it is removed. */
export const ParameterEdit = z.object({ sub: Sub, name: z.nullable(ParameterName), macro: SourceMacro });

export const CampaignEdit = z
  .object({
    url: z.optional(UrlReplacement),
    offer: z.optional(TargetReplacement),
    lander: z.optional(TargetReplacement),
    cost: z.optional(CostEdit),
    params: z.optional(
      z.array(ParameterEdit).check(
        z.minLength(1),
        z.maxLength(Sub.options.length),
        z.refine((list) => areDistinct(list.map(({ sub }) => sub)), { error: 'parameter_repeated' }),
      ),
    ),
  })
  .check(z.refine((edit) => Object.values(edit).some((change) => change !== undefined), { error: 'edit_empty' }));
export type CampaignEdit = z.infer<typeof CampaignEdit>;

export const BulkEdit = z
  .object({
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(BULK_EDIT_MAX))),
    /** All campaigns that the list shows with these filters. */
    filter: z.optional(
      z.object({
        search: z.optional(line(0, SEARCH_MAX)),
        status: z.optional(CampaignStatus),
        tag: z.optional(Tag),
      }),
    ),
    /** Of a preview. It stands for the campaigns that would change, and skips those that were saved since. */
    token: z.optional(CampaignVersions),
    edit: CampaignEdit,
    dry_run: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ ids, filter, token }) => ids !== undefined || filter !== undefined || token !== undefined, {
      path: ['ids'],
      error: 'campaigns_missing',
    }),
  );
export type BulkEdit = z.infer<typeof BulkEdit>;

/** `conflict`: the campaign was saved since the preview. */
export const BULK_EDIT_RESULTS = ['changed', 'unchanged', 'invalid', 'conflict'] as const;
export type BulkEditResult = (typeof BULK_EDIT_RESULTS)[number];

const EditedField = z.object({
  /** Path in the settings, such as `rules.0.destinations.1.url`; `params.sub3` for a parameter. */
  field: z.string(),
  before: z.string(),
  after: z.string(),
});

export const BulkEditReport = z.object({
  campaigns: z.array(
    z.object({
      id: Id,
      name: z.string(),
      result: z.enum(BULK_EDIT_RESULTS),
      fields: z.array(EditedField),
      /** Changed fields that are not listed. */
      more: z.int(),
      /** Why the campaign can't be saved that way; empty otherwise. */
      problems: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
  counts: z.record(z.enum(BULK_EDIT_RESULTS), z.int()),
  /** After a preview: applies it. After an edit: undoes it. Null if no campaign changes. */
  token: z.nullable(CampaignVersions),
});
export type BulkEditReport = z.infer<typeof BulkEditReport>;

const EDIT_BYTES_MAX = 128 * 1024;

export const bulkEditsApi = {
  edit: endpoint({
    method: 'POST',
    path: '/companies_related/bulk_edit',
    access: 'campaigns:write',
    summary: 'Changes URLs, offers, landers, costs or parameters of several campaigns, or previews it.',
    body: BulkEdit,
    bodyBytesMax: EDIT_BYTES_MAX,
    response: z.object({ data: BulkEditReport }),
    errors: ['forbidden'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/companies_related/bulk_edit/undo',
    access: 'campaigns:write',
    summary: 'Undoes a bulk edit. Campaigns that were saved since are left as they are.',
    body: z.object({ token: CampaignVersions }),
    response: z.object({ data: BulkEditReport }),
  }),
};
