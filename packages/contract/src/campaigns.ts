import * as z from 'zod/mini';
import { BulkChange, Tag } from './campaign-bulk.ts';
import { CampaignEntry, ScriptHosts } from './campaign-entry.ts';
import { ConversionType, TypePayouts } from './conversion-values.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Done, Id, IdParams, line, PathNumber, paragraphs, Timestamp } from './fields.ts';
import { areDistinct, CampaignParameter, distinctParameters, ParameterName, SourceMacro } from './link-parameters.ts';
import { ltvQuery } from './ltv.ts';
import { Amount, Currency } from './money.ts';
import { bodyChecks, outgoingRequest } from './outgoing-request.ts';
import { metricsPageQuery, page, pageQuery } from './paging.ts';
import {
  DESTINATIONS_MAX,
  Destination,
  DestinationUrl,
  fewNextTargets,
  floorsLeaveRoom,
  Optimise,
  RULES_MAX,
  Rule,
} from './routing.ts';
import { METRICS, Metrics, REVENUE_BASES } from './statistics.ts';
import { typeList } from './type-columns.ts';

export const CAMPAIGN_STATUSES = ['draft', 'active', 'paused', 'archived'] as const;
export const CampaignStatus = z.enum(CAMPAIGN_STATUSES);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

/** `none`: the cost is unknown. `free`: clicks cost nothing. */
export const COST_MODELS = ['none', 'free', 'cpc', 'cpuc', 'cpm', 'cpa', 'revshare'] as const;
export const CostModel = z.enum(COST_MODELS);
export type CostModel = z.infer<typeof CostModel>;

/** The unit of the cost in the link; `per_mille` is the price of 1,000 clicks. */
export const COST_SCALES = ['unit', 'cent', 'micro', 'per_mille'] as const;
export const CostScale = z.enum(COST_SCALES);
export type CostScale = z.infer<typeof CostScale>;

export const DEDUPE_MODES = ['ignore', 'update', 'increment', 'create'] as const;
export const DedupeMode = z.enum(DEDUPE_MODES);
export type DedupeMode = z.infer<typeof DedupeMode>;

export const CONVERSION_STATUSES = ['pending', 'approved', 'rejected', 'chargeback'] as const;
export const ConversionStatus = z.enum(CONVERSION_STATUSES);
export type ConversionStatus = z.infer<typeof ConversionStatus>;

/** Where visitors of a paused, ended or capped campaign go. */
export const PausedFallback = z.enum(['default_url', 'gone']);

export const CAMPAIGN_NAME_MAX = 128;
export const SEARCH_MAX = 128;
export const TAGS_MAX = 10;
export const PARAMS_MAX = 10;
export const OUTGOING_MAX = 5;
export const POSTBACK_IPS_MAX = 50;
const CAMPAIGN_CONNECTIONS_MAX = 10;

export const OutgoingPostback = z
  .object({ ...outgoingRequest, statuses: z.array(ConversionStatus).check(z.minLength(1), z.maxLength(4)) })
  .check(...bodyChecks);
export type OutgoingPostback = z.infer<typeof OutgoingPostback>;

const optionalMoment = z._default(z.nullable(Timestamp), null);
const integer = (min: number, max: number, defaultValue: number) =>
  z._default(z.int().check(z.minimum(min), z.maximum(max)), defaultValue);

/** The owner's settings. Everything but the name and the default URL has a default. */
const settings = {
  name: line(3, CAMPAIGN_NAME_MAX),
  status: z._default(CampaignStatus, 'active'),
  traffic_source: z._default(z.nullable(line(1, 64)), null),
  /** The revision of the template that the parameters were copied from, or that was declined; null before there were any. */
  traffic_source_revision: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000_000))), null),
  default_url: DestinationUrl,
  destinations: z._default(z.array(Destination).check(z.maxLength(DESTINATIONS_MAX)), []),
  /** Of the campaign's own destinations. */
  optimise: z.optional(Optimise),
  rules: z._default(z.array(Rule).check(z.maxLength(RULES_MAX)), []),
  paused_fallback: z._default(PausedFallback, 'default_url'),
  cost_model: z._default(CostModel, 'none'),
  cost_value: z._default(Amount, '0'),
  cost_currency: z._default(Currency, 'USD'),
  /** The link parameter that carries the click cost, and the source's macro for it. */
  cost_param: z._default(z.nullable(ParameterName), null),
  cost_macro: SourceMacro,
  cost_scale: z._default(CostScale, 'unit'),
  default_payout: z._default(Amount, '0'),
  payout_currency: z._default(Currency, 'USD'),
  /** For postbacks of a conversion type without an amount, in the payout currency. */
  type_payouts: TypePayouts,
  attribution_days: integer(1, 365, 30),
  uniqueness_hours: integer(1, 720, 24),
  sticky: z._default(z.boolean(), false),
  dedupe_mode: z._default(DedupeMode, 'ignore'),
  forward_query: z._default(z.boolean(), false),
  routing_page_query: z._default(z.boolean(), true), // The public routing page always shows hosts and paths.
  params: z._default(z.array(CampaignParameter).check(z.maxLength(PARAMS_MAX)), []),
  /** The link parameter that carries the source's click ID, and its macro. */
  external_id_param: z._default(z.nullable(ParameterName), null),
  external_id_macro: SourceMacro,
  /** Addresses and ranges allowed to send postbacks; empty allows all. */
  postback_ips: z._default(z.array(line(1, 64)).check(z.maxLength(POSTBACK_IPS_MAX)), []),
  /** Whether postbacks must be signed; then the key alone is rejected. */
  postback_signed: z._default(z.boolean(), false),
  outgoing_postbacks: z._default(z.array(OutgoingPostback).check(z.maxLength(OUTGOING_MAX)), []),
  tags: z._default(z.array(Tag).check(z.maxLength(TAGS_MAX)), []),
  notes: z._default(paragraphs(0, 2000), ''),
  /** Time zone for schedules and the daily cap; an IANA name. */
  timezone: z._default(z.string().check(z.minLength(1), z.maxLength(64)), 'UTC'),
  start_at: optionalMoment,
  end_at: optionalMoment,
  daily_cap: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000_000))), null),
  /** Tracking domains of the account; null for the address of the installation. Links work on both. */
  domain_id: z._default(z.nullable(Id), null),
  spare_domain_id: z._default(z.nullable(Id), null),
  /** The affiliate network that reports its conversions. */
  network_id: z._default(z.nullable(Id), null),
  /** Connections to ad platforms that its conversions are sent to. */
  connection_ids: z._default(
    z.array(Id).check(z.maxLength(CAMPAIGN_CONNECTIONS_MAX), z.refine(areDistinct, { error: 'repeated' })),
    [],
  ),
  /** Whether only conversions of visitors who agreed are sent to connections. */
  consent_required: z._default(z.boolean(), false),
  /** How clicks are made, and the hosts of pages that may make them. */
  entry: z._default(CampaignEntry, 'redirect'),
  script_hosts: z._default(ScriptHosts, []),
};

export const CampaignSettings = z.object(settings);
export type CampaignSettings = z.infer<typeof CampaignSettings>;

const endsAfterStart = z.refine<{ start_at: string | null; end_at: string | null }>(
  ({ start_at, end_at }) => start_at === null || end_at === null || start_at < end_at,
  { path: ['end_at'], error: 'ends_before_start' },
);
/** Request body for create and update. `version` is the one the editor loaded, so a concurrent save is not overwritten. */
export const CampaignBody = z
  .object({ ...settings, version: z.optional(z.int().check(z.positive())) })
  .check(distinctParameters, endsAfterStart, fewNextTargets, floorsLeaveRoom);
export type CampaignBody = z.infer<typeof CampaignBody>;

/** The settings in responses: without financial data for members who have no access to it. */
const visibleSettings = {
  ...settings,
  cost_value: z.nullable(settings.cost_value),
  default_payout: z.nullable(settings.default_payout),
  type_payouts: z.array(z.object({ type: ConversionType, payout: z.nullable(Amount) })),
};
export const VisibleSettings = z.object(visibleSettings);
export type VisibleSettings = z.infer<typeof VisibleSettings>;

/** Of several campaigns. */
export const CampaignTotals = z.extend(Metrics, {
  campaigns_with_clicks: z.int(),
  campaigns_with_cost: z.int(),
});
export type CampaignTotals = z.infer<typeof CampaignTotals>;

export const Campaign = z.object({
  ...visibleSettings,
  id: Id,
  key: z.string(),
  version: z.int(),
  postback_key: z.string(),
  tracking_url: z.string(),
  postback_url: z.string(),
  /** The period of the request; the reader's last seven days, today included, by default. Metrics are null while statistics are unavailable. */
  stats: z.nullable(Metrics),
  today: z.nullable(Metrics),
  /** Clicks per day for the last seven days, oldest first. */
  sparkline: z.nullable(z.array(z.int())),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Campaign = z.infer<typeof Campaign>;

export const CampaignVersion = z.object({
  version: z.int(),
  created_at: Timestamp,
  author: z.nullable(z.object({ id: Id, name: z.string(), email: z.string() })),
  settings: VisibleSettings,
  /** Settings changed since the previous version; empty for the first. */
  changed: z.array(z.keyof(CampaignSettings)),
});
export type CampaignVersion = z.infer<typeof CampaignVersion>;

const CAMPAIGN_SORTS = ['name', 'status', 'created_at', ...METRICS] as const;

/** What the list and its export show. */
export const campaignListQuery = {
  sort: metricsPageQuery(CAMPAIGN_SORTS).sort,
  order: metricsPageQuery(CAMPAIGN_SORTS).order,
  /** Inclusive dates of the metrics; the last seven days if omitted. */
  start_date: z.optional(CalendarDay),
  end_date: z.optional(CalendarDay),
  /** What pending conversions add to revenue, profit and everything derived from them; nothing by default. */
  revenue_basis: z.optional(z.enum(REVENUE_BASES)),
  search: z.optional(line(0, SEARCH_MAX)),
  status: z.optional(CampaignStatus),
  tag: z.optional(Tag),
};

/** Enough for fifty rules with all values and URLs. */
const CAMPAIGN_BYTES_MAX = 4 * 1024 * 1024;

export const campaignsApi = {
  list: endpoint({
    method: 'GET',
    path: '/companies',
    access: 'campaigns:read',
    summary: 'Lists campaigns with their metrics.',
    query: z.object({
      ...metricsPageQuery(CAMPAIGN_SORTS),
      ...campaignListQuery,
      /** Codes of conversion types and goals, comma-separated: their metrics are in `types` of `stats` and `totals`. */
      types: z.optional(typeList),
      ...ltvQuery,
    }),
    /** `totals`: the period of all matching campaigns, not only this page. */
    response: z.extend(page(Campaign), { totals: z.nullable(CampaignTotals) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/companies/{id}',
    access: 'campaigns:read',
    summary: 'Returns a campaign.',
    params: IdParams,
    response: z.object({ data: Campaign }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/companies',
    access: 'campaigns:write',
    summary: 'Creates a campaign and its tracking link.',
    body: CampaignBody,
    bodyBytesMax: CAMPAIGN_BYTES_MAX,
    status: 201,
    response: z.object({ data: Campaign }),
    errors: ['tariff_limit_reached'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/companies/{id}',
    access: 'campaigns:write',
    summary: 'Saves a campaign as a new version.',
    params: IdParams,
    body: CampaignBody,
    bodyBytesMax: CAMPAIGN_BYTES_MAX,
    response: z.object({ data: Campaign }),
    errors: ['version_conflict', 'tariff_limit_reached'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/companies/{id}',
    access: 'campaigns:write',
    summary: 'Deletes a campaign. It’s permanently removed with its clicks after 30 days.',
    params: IdParams,
    response: Done,
  }),
  clone: endpoint({
    method: 'POST',
    path: '/companies/{id}/clone',
    access: 'campaigns:write',
    summary: 'Creates a draft with the settings of an existing campaign.',
    params: IdParams,
    status: 201,
    response: z.object({ data: Campaign }),
    errors: ['tariff_limit_reached'],
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/companies_related/bulk',
    access: 'campaigns:write',
    summary: 'Applies an action to several campaigns and returns how many changed.',
    body: BulkChange,
    errors: ['tariff_limit_reached'],
    response: z.object({ message: z.string(), data: z.object({ changed: z.int() }) }),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/companies/{id}/versions',
    access: 'campaigns:read',
    summary: 'Lists the versions of a campaign, newest first.',
    params: IdParams,
    query: z.object(pageQuery(['version'])),
    response: page(CampaignVersion),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/companies/{id}/versions/{version}/restore',
    access: 'campaigns:write',
    summary: 'Restores an earlier version by saving it as a new one.',
    params: z.extend(IdParams, { version: PathNumber }),
    response: z.object({ data: Campaign }),
    errors: ['tariff_limit_reached', 'invalid_request'],
  }),
};
