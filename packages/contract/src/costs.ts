import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Id, IdParams, line, PathNumber, Timestamp } from './fields.ts';
import { Amount, Currency } from './money.ts';
import { page, pageQuery } from './paging.ts';

/** `set`: the clicks cost exactly the amount. `add`: it comes on top of what they cost. */
export const COST_MODES = ['set', 'add'] as const;
export type CostMode = (typeof COST_MODES)[number];
/** A fee comes on top and does not make the cost of a click known. */
export const COST_KINDS = ['spend', 'fee'] as const;
export type CostKind = (typeof COST_KINDS)[number];
/** How the amount is shared: evenly, or in proportion to the present cost. */
export const COST_SPREADS = ['even', 'proportional'] as const;
export type CostSpread = (typeof COST_SPREADS)[number];
export const COST_OVERS = ['clicks', 'uniques'] as const;
export type CostOver = (typeof COST_OVERS)[number];
/** `share`: bots carry their part, because the source billed them. */
export const COST_BOTS = ['share', 'none'] as const;
export const COST_SOURCES = ['manual', 'csv', 'api', 'keitaro'] as const;
export type CostSource = (typeof COST_SOURCES)[number];

export const COST_DIMENSIONS = [
  'version',
  'rule',
  'destination',
  'country',
  'language',
  'device',
  'os',
  'browser',
  'referrer_host',
  'traffic_source',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'sub6',
  'sub7',
  'sub8',
  'sub9',
  'sub10',
] as const;
export type CostDimension = (typeof COST_DIMENSIONS)[number];

export const COST_ENTRIES_MAX = 1_000;
/** Entries of an account that are not undone. */
export const LIVE_COSTS_MAX = 100_000;
export const COST_DAYS_MAX = 92;
/** Sums of such amounts stay exact in the analytics database. */
const CostAmount = Amount.check(z.regex(/^\d{1,9}(?:\.|$)/, 'amount'));
const FILTERS_MAX = 20;
const FILTER_VALUES_MAX = 100;

const operator = z.enum(['in', 'not_in']);
const FilterValue = z.string().check(z.maxLength(255), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));
const filterValues = z.array(FilterValue).check(z.minLength(1), z.maxLength(FILTER_VALUES_MAX));

export const CostFilter = z.object({ dimension: z.enum(COST_DIMENSIONS), operator, values: filterValues });
export type CostFilter = z.infer<typeof CostFilter>;

const DAY =
  '(?:(?:19[7-9]\\d|20\\d\\d)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))|(?:19(?:[79][26]|8[048])|20(?:[02468][048]|[13579][26]))-02-29)';
/** A day, or a local time of it: `2026-05-31`, `2026-05-31 14:00`. */
export const LocalTime = z
  .string()
  .check(z.regex(new RegExp(`^${DAY}(?:[ T](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?)?$`), 'local_time'));

export const NewCost = z.object({
  campaign_id: Id,
  start: LocalTime,
  /** A day is included; a time is where the span ends. */
  end: LocalTime,
  /** IANA name; the profile's time zone if omitted. */
  timezone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** Dimensions, or names of the campaign's parameters. All clicks of the campaign if empty. */
  filters: z._default(
    z
      .array(z.object({ dimension: line(1, 64), operator: z._default(operator, 'in'), values: filterValues }))
      .check(z.maxLength(FILTERS_MAX)),
    [],
  ),
  amount: CostAmount,
  currency: Currency,
  mode: z._default(z.enum(COST_MODES), 'set'),
  kind: z._default(z.enum(COST_KINDS), 'spend'),
  spread: z._default(z.enum(COST_SPREADS), 'even'),
  over: z._default(z.enum(COST_OVERS), 'clicks'),
  bots: z._default(z.enum(COST_BOTS), 'share'),
  note: z._default(line(0, 200), ''),
});
export type NewCost = z.infer<typeof NewCost>;

const Person = z.object({ id: Id, name: z.string() });

export const CostEntry = z.object({
  id: Id,
  campaign: z.object({ id: Id, name: z.string() }),
  from: Timestamp,
  until: Timestamp,
  timezone: z.string(),
  filters: z.array(CostFilter),
  amount: Amount,
  currency: z.string(),
  mode: z.enum(COST_MODES),
  kind: z.enum(COST_KINDS),
  spread: z.enum(COST_SPREADS),
  over: z.enum(COST_OVERS),
  bots: z.enum(COST_BOTS),
  source: z.enum(COST_SOURCES),
  /** Null after the author was deleted. */
  author: z.nullable(Person),
  note: z.string(),
  created_at: Timestamp,
  undone_at: z.nullable(Timestamp),
  undone_by: z.nullable(Person),
  /** The later push of the same tool that took its place. */
  replaced_by: z.nullable(Id),
  /** Cost of the same clicks in the base currency when the entry was added; null if it was unknown. */
  cost_before: z.nullable(z.string()),
  /** The same with the entry; null if it is unknown. */
  cost_after: z.nullable(z.string()),
  /** Whether statistics show it already. */
  is_applied: z.boolean(),
});
export type CostEntry = z.infer<typeof CostEntry>;

/** `same`: there is such an entry already. `no_clicks`: added, and not assigned to any click. */
export const COST_RESULTS = ['ok', 'same', 'no_clicks'] as const;

export const CostPreview = z.object({
  verdict: z.enum(COST_RESULTS),
  /** Counted clicks that carry the amount, and how many of them had no known cost. Null while the analytics database is unavailable. */
  clicks: z.nullable(z.int()),
  unpriced_clicks: z.nullable(z.int()),
  cost_before: z.nullable(z.string()),
  cost_after: z.nullable(z.string()),
  /** Null in a dry run and for `same`. */
  entry: z.nullable(CostEntry),
});
export type CostPreview = z.infer<typeof CostPreview>;

/** Results of the rows of a file. */
export const COST_ROW_RESULTS = [...COST_RESULTS, 'unknown_campaign', 'too_old', 'no_rate', 'bad_row'] as const;
export const COST_IMPORT_ROWS_MAX = 10_000;
const IMPORT_BYTES_MAX = 4 * 1024 * 1024;

export const CostImportReport = z.object({
  rows: z.int(),
  counts: z.record(z.enum(COST_ROW_RESULTS), z.int()),
  /** The sum of the added rows in each currency. */
  totals: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** The first rows that are not `ok`. */
  examples: z.array(
    z.object({ line: z.int(), verdict: z.enum(COST_ROW_RESULTS), reason: z.string(), text: z.string() }),
  ),
});
export type CostImportReport = z.infer<typeof CostImportReport>;

export const costsApi = {
  list: endpoint({
    method: 'GET',
    path: '/costs',
    access: 'costs:read',
    summary: 'Lists cost entries with the cost before and after, newest first.',
    query: z.object({
      ...pageQuery(['created_at', 'from']),
      company_id: z.optional(PathNumber),
      state: z.optional(z.enum(['live', 'undone'])),
    }),
    response: page(CostEntry),
    errors: ['forbidden'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/costs',
    access: 'costs:write',
    summary: 'Adds cost entries, or previews them. Statistics follow within a minute.',
    body: z.object({
      entries: z.array(NewCost).check(z.minLength(1), z.maxLength(COST_ENTRIES_MAX)),
      dry_run: z._default(z.boolean(), false),
    }),
    bodyBytesMax: 1024 * 1024,
    status: 201,
    isIdempotent: true,
    response: z.object({ data: z.array(CostPreview) }),
    errors: ['forbidden'],
  }),
  import: endpoint({
    method: 'POST',
    path: '/costs/import',
    access: 'costs:write',
    summary: 'Imports costs from a CSV file, or previews the result for each row.',
    body: z.object({
      csv: z.string().check(z.minLength(1), z.maxLength(IMPORT_BYTES_MAX)),
      dry_run: z._default(z.boolean(), false),
    }),
    bodyBytesMax: IMPORT_BYTES_MAX * 2,
    isLong: true,
    response: z.object({ data: CostImportReport }),
    errors: ['forbidden'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/costs/{id}/undo',
    access: 'costs:write',
    summary: 'Undoes a cost entry, as if it had never been added.',
    params: IdParams,
    body: z.object({ reason: z._default(line(0, 200), '') }),
    response: z.object({ data: CostEntry }),
    errors: ['forbidden', 'already_undone'],
  }),
};

/** What the form asks: `set` and `add` are modes, and a fee is always added. */
export const COST_ACTIONS = ['set', 'add', 'fee'] as const;

/** The form's values; the campaign and the dimension are select options. */
export const CostForm = z.object({
  campaign_id: z.string().check(z.minLength(1, 'required')),
  start: CalendarDay,
  end: CalendarDay,
  timezone: z.string(),
  amount: CostAmount,
  currency: Currency,
  action: z.enum(COST_ACTIONS),
  /** Empty for all clicks of the campaign. */
  dimension: z.string(),
  value: FilterValue,
  note: line(0, 200),
});
export type CostForm = z.infer<typeof CostForm>;
