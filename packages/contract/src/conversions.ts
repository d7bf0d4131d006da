import * as z from 'zod/mini';
import { ConversionStatus } from './campaigns.ts';
import {
  ConversionSource,
  ConversionType,
  EventId,
  EventIdParams,
  PARAM_MAX,
  PostbackResult,
  TRANSACTION_ID_MAX,
} from './conversion-values.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Id, line, PathNumber, Timestamp } from './fields.ts';
import { Amount, Currency } from './money.ts';
import { OutgoingDelivery } from './outgoing.ts';
import { page, pageQuery } from './paging.ts';
import { TIME_BASES } from './statistics.ts';

const CampaignName = z.object({ id: Id, name: z.string() });
export const Conversion = z.object({
  id: z.string(),
  click_id: z.string(),
  campaign: CampaignName,
  type: z.string(),
  status: ConversionStatus,
  /** The status as the postback sent it. */
  original_status: z.string(),
  transaction_id: z.string(),
  /** As received, in its own currency, without what was refunded; a chargeback keeps it. */
  payout: z.nullable(z.string()),
  /** What refunds took; of a chargeback, everything. */
  refunded: z.nullable(z.string()),
  currency: z.string(),
  /** The same in the base currency, at the rate of that time. */
  revenue: z.nullable(z.string()),
  /** The other postback parameters, in the order of `params`. */
  param1: z.string(),
  param2: z.string(),
  param3: z.string(),
  param4: z.string(),
  param5: z.string(),
  params: z.array(z.string()),
  source: ConversionSource,
  click_at: Timestamp,
  received_at: Timestamp,
  /** Seconds since the click. */
  time_to_convert: z.int(),
  country: z.string(),
  device: z.string(),
  os: z.string(),
  browser: z.string(),
  language: z.string(),
  subs: z.array(z.string()),
});
export type Conversion = z.infer<typeof Conversion>;

const ConversionSnapshot = z.object({ status: ConversionStatus, payout: z.nullable(z.string()), currency: z.string() });

export const ConversionChange = z.object({
  at: Timestamp,
  source: ConversionSource,
  /** Null when a postback caused the change. */
  author: z.nullable(z.object({ name: z.string(), email: z.string() })),
  reason: z.string(),
  /** Null for the first entry. */
  before: z.nullable(ConversionSnapshot),
  after: ConversionSnapshot,
});

export const Postback = z.object({
  id: z.string(),
  /** Null if it names no click of the account. */
  campaign: z.nullable(CampaignName),
  network: z.nullable(z.object({ id: Id, name: z.string() })),
  click_id: z.string(),
  received_at: Timestamp,
  method: z.string(),
  ip: z.string(),
  /** Secrets are masked. */
  raw_query: z.string(),
  source: ConversionSource,
  verdict: PostbackResult,
  conversion_id: z.nullable(z.string()),
  /** Whether its click may still arrive. */
  is_waiting: z.boolean(),
});
export type Postback = z.infer<typeof Postback>;

export const ConversionDetails = z.extend(Conversion, {
  history: z.array(ConversionChange),
  postbacks: z.array(Postback),
  outgoing: z.array(OutgoingDelivery),
  /** Other conversions of the same click. */
  related: z.array(Conversion),
});
export type ConversionDetails = z.infer<typeof ConversionDetails>;

const filters = {
  company_id: z.optional(PathNumber),
  /** Days in the caller's time zone, inclusive. */
  start_date: z.optional(CalendarDay),
  end_date: z.optional(CalendarDay),
};

/** Revenue in the base currency, as a filter. */
export const RevenueRange = z.object({ revenue_min: z.optional(Amount), revenue_max: z.optional(Amount) });

const conversionFilters = {
  ...filters,
  /** Which time the date filter applies to: the click's, or (default) when the conversion was received. */
  time_basis: z.optional(z.enum(TIME_BASES)),
  ...RevenueRange.shape,
  status: z.optional(ConversionStatus),
  type: z.optional(ConversionType),
  source: z.optional(ConversionSource),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  /** A full click, conversion or transaction ID. */
  search: z.optional(line(0, TRANSACTION_ID_MAX)),
};

const StatusTotals = z.array(z.object({ status: ConversionStatus, count: z.int(), revenue: z.nullable(z.string()) }));

const Reason = z._default(line(0, 300), '');
const Param = z._default(line(0, PARAM_MAX), '');

export const NewConversion = z.object({
  click_id: z.pipe(
    line(1, 64),
    z.transform((text: string) => text.toLowerCase()),
  ),
  type: z._default(ConversionType, 'lead'),
  status: z._default(ConversionStatus, 'approved'),
  /** Defaults to the campaign's payout. */
  payout: z.optional(Amount),
  currency: z.optional(Currency),
  transaction_id: z._default(line(0, TRANSACTION_ID_MAX), ''),
  param1: Param,
  param2: Param,
  param3: Param,
  param4: Param,
  param5: Param,
  reason: Reason,
});
export type NewConversion = z.infer<typeof NewConversion>;

export const ConversionEdit = z.object({
  status: z.optional(ConversionStatus),
  payout: z.optional(Amount),
  currency: z.optional(Currency),
  /** Required for a status change that no postback could make. */
  reason: Reason,
});
export type ConversionEdit = z.infer<typeof ConversionEdit>;

export const BULK_CONVERSIONS_MAX = 500;
export const EXPORT_ROWS_MAX = 100_000;
export const IMPORT_ROWS_MAX = 50_000;
const IMPORT_BYTES_MAX = 8 * 1024 * 1024;

/** The result of an import row. */
export const IMPORT_RESULTS = ['ok', 'duplicate', 'unknown_click', 'bad_row'] as const;
export const ImportRow = z.object({
  line: z.int(),
  verdict: z.enum(IMPORT_RESULTS),
  /** Why it is rejected: a result, or the column that cannot be read. */
  reason: z.string(),
  text: z.string(),
});
export const ImportReport = z.object({
  rows: z.int(),
  ok: z.int(),
  duplicate: z.int(),
  unknown_click: z.int(),
  bad_row: z.int(),
  /** All rejected rows as CSV, with the reason in the first column. */
  bad_rows_csv: z.string(),
  /** The first rejected rows. */
  examples: z.array(ImportRow),
});
export type ImportReport = z.infer<typeof ImportReport>;

const SORTS = ['received_at', 'click_at', 'payout', 'status', 'type'] as const;

export const conversionsApi = {
  list: endpoint({
    method: 'GET',
    path: '/conversions',
    access: 'conversions:read',
    summary: 'Lists conversions, newest first.',
    query: z.object({ ...pageQuery(SORTS), ...conversionFilters }),
    /** `totals`: all matching conversions by status, in the base currency. */
    response: z.extend(page(Conversion), { totals: StatusTotals }),
    errors: ['forbidden'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/conversions/export',
    access: 'conversions:read',
    summary: 'Exports the same conversions as CSV.',
    query: z.object({ sort: pageQuery(SORTS).sort, order: pageQuery(SORTS).order, ...conversionFilters }),
    kind: 'csv',
    isLong: true,
    file: 'conversions.csv',
    response: z.string(),
    errors: ['forbidden'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/conversions/{id}',
    access: 'conversions:read',
    summary: 'Returns a conversion with its history, incoming postbacks and outgoing postbacks.',
    params: EventIdParams,
    response: z.object({ data: ConversionDetails }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/conversions',
    access: 'conversions:write',
    summary: 'Adds a conversion to a click.',
    body: NewConversion,
    status: 201,
    response: z.object({ data: Conversion }),
    errors: ['unavailable'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/conversions/{id}',
    access: 'conversions:write',
    summary: 'Changes a conversion’s status or payout. The history records who changed it and why.',
    params: EventIdParams,
    body: ConversionEdit,
    response: z.object({ data: Conversion }),
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/conversions/bulk',
    access: 'conversions:write',
    summary: 'Sets the status of several conversions and returns how many changed.',
    body: z.object({
      ids: z.array(EventId).check(z.minLength(1), z.maxLength(BULK_CONVERSIONS_MAX)),
      status: ConversionStatus,
      reason: Reason,
    }),
    response: z.object({ message: z.string(), data: z.object({ changed: z.int() }) }),
  }),
  import: endpoint({
    method: 'POST',
    path: '/conversions/import',
    access: 'conversions:write',
    summary: 'Imports conversions from a CSV file, or previews the result for each row.',
    body: z.object({
      csv: z.string().check(z.minLength(1), z.maxLength(IMPORT_BYTES_MAX)),
      dry_run: z._default(z.boolean(), false),
    }),
    bodyBytesMax: IMPORT_BYTES_MAX * 2,
    isLong: true,
    response: z.object({ data: ImportReport }),
    errors: ['unavailable'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/conversions/{id}/resend',
    access: 'conversions:write',
    summary: 'Resends a conversion to the traffic source.',
    params: EventIdParams,
    response: z.object({ message: z.string(), data: z.object({ queued: z.int() }) }),
  }),
  postbacks: endpoint({
    method: 'GET',
    path: '/postbacks',
    access: 'conversions:read',
    summary: 'Lists received postbacks with their results, newest first.',
    query: z.object({
      ...pageQuery(['received_at']),
      ...filters,
      network_id: z.optional(PathNumber),
      verdict: z.optional(PostbackResult),
      search: z.optional(line(0, TRANSACTION_ID_MAX)),
    }),
    response: page(Postback),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/postbacks/{id}/replay',
    access: 'conversions:write',
    summary: 'Reprocesses a postback with the current data and settings.',
    params: EventIdParams,
    response: z.object({ data: Postback }),
  }),
};
