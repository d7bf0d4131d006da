import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, paragraphs } from './fields.ts';
import { PlanFeature } from './plan-features.ts';
import { BillingPeriod } from './subscription-terms.ts';

/** Text in every language. */
const localizedText = (min: number, max: number) =>
  z.object({ ua: line(min, max), ru: line(min, max), en: line(min, max) });

const count = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
/** Null for unlimited. */
const limit = (max: number) => z.nullable(count(0, max));

const TRIAL_DAYS_MAX = 365;
const EVENTS_MAX = 1_000_000_000_000;
const CAMPAIGNS_MAX = 1_000_000;
const SEATS_MAX = 100_000;
const RETENTION_DAYS_MAX = 36_500;
const API_PER_MINUTE_MAX = 1_000_000;
const BLACKLIST_MAX = 10_000_000;
const DOMAINS_MAX = 100_000;
const POSITION_MAX = 10_000;

/** Prices have at most two decimals. */
export const Price = z.string().check(z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/, 'amount'));

/** Above zero: a plan with free events has no limit. */
const OveragePrice = z.string().check(z.regex(/^(0\.(0[1-9]|[1-9]\d?)|[1-9]\d{0,5}(\.\d{1,2})?)$/, 'paid_amount'));

const HIGHLIGHT_MAX = 60;
const HIGHLIGHTS_MAX = 20;
const highlights = z.array(line(1, HIGHLIGHT_MAX)).check(z.maxLength(HIGHLIGHTS_MAX));
const Highlights = z.object({ ua: highlights, ru: highlights, en: highlights });
export type Highlights = z.infer<typeof Highlights>;

export const NewTariff = z.object({
  code: z.string().check(z.regex(/^[a-z][a-z0-9_-]{1,31}$/, 'tariff_code')),
  name: localizedText(1, 60),
  description: localizedText(0, 200),
  price: Price,
  period: z._default(BillingPeriod, 'month'),
  /** Of a year on a monthly plan; null for ten months. Without it, a plan keeps its own. */
  price_year: z.optional(z.nullable(Price)),
  /** Of 1,000 events above the limit; null if none are sold. Without it, a plan keeps its own. */
  overage_price: z.optional(z.nullable(OveragePrice)),
  trial_days: z._default(count(0, TRIAL_DAYS_MAX), 0),
  /** The trial needs a saved card, which is charged at its end. */
  trial_needs_card: z.optional(z.boolean()),
  events_limit: limit(EVENTS_MAX),
  campaigns_limit: limit(CAMPAIGNS_MAX),
  seats_limit: limit(SEATS_MAX),
  retention_days: count(1, RETENTION_DAYS_MAX),
  api_per_minute: count(1, API_PER_MINUTE_MAX),
  blacklist_limit: limit(BLACKLIST_MAX),
  /** Own tracking domains. Optional, because clients from before it exist: a plan keeps its limit without it. */
  domains_limit: z.optional(limit(DOMAINS_MAX)),
  /** Texts in one language, for clients from before `highlights`. */
  features: z.optional(z.array(line(1, HIGHLIGHT_MAX)).check(z.maxLength(HIGHLIGHTS_MAX))),
  /** What else a plan offers, line by line. */
  highlights: z.optional(Highlights),
  /** What the plan includes. Without it, a plan keeps its own, and a new one includes everything. */
  feature_keys: z.optional(z.array(PlanFeature).check(z.maxLength(100))),
  is_public: z._default(z.boolean(), true),
  position: z._default(count(0, POSITION_MAX), 0),
});
export type NewTariff = z.infer<typeof NewTariff>;

/** A number typed into a field. */
const numberInput = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,13}$/)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      count(min, max),
    ),
  );
/** Empty for unlimited. */
const limitInput = (max: number) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{0,13}$/)),
    z.pipe(
      z.transform((text: string) => (text === '' ? null : Number(text))),
      limit(max),
    ),
  );

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean);

/** One text per line. */
const linesInput = z.pipe(
  paragraphs(0, 1300).check(
    z.refine((text) => highlights.safeParse(splitLines(text)).success, { error: 'highlights' }),
  ),
  z.transform(splitLines),
);

/** The operator's form for a plan. */
export const TariffForm = z.extend(NewTariff, {
  period: BillingPeriod,
  price_year: z.pipe(
    z.string().check(z.trim(), z.regex(/^$|^(0|[1-9]\d{0,8})(\.\d{1,2})?$/, 'amount')),
    z.transform((text: string) => (text === '' ? null : text)),
  ),
  overage_price: z.pipe(
    z.string().check(z.trim(), z.regex(/^$|^(0\.(0[1-9]|[1-9]\d?)|[1-9]\d{0,5}(\.\d{1,2})?)$/, 'paid_amount')),
    z.transform((text: string) => (text === '' ? null : text)),
  ),
  trial_days: numberInput(0, TRIAL_DAYS_MAX),
  trial_needs_card: z.boolean(),
  events_limit: limitInput(EVENTS_MAX),
  campaigns_limit: limitInput(CAMPAIGNS_MAX),
  seats_limit: limitInput(SEATS_MAX),
  retention_days: numberInput(1, RETENTION_DAYS_MAX),
  api_per_minute: numberInput(1, API_PER_MINUTE_MAX),
  blacklist_limit: limitInput(BLACKLIST_MAX),
  domains_limit: limitInput(DOMAINS_MAX),
  highlights: z.object({ ua: linesInput, ru: linesInput, en: linesInput }),
  feature_keys: z.array(PlanFeature),
  is_public: z.boolean(),
  is_archived: z.boolean(),
  position: numberInput(0, POSITION_MAX),
});

export const Tariff = z.object({
  id: Id,
  code: z.string(),
  name: z.object({ ua: z.string(), ru: z.string(), en: z.string() }),
  description: z.object({ ua: z.string(), ru: z.string(), en: z.string() }),
  price: z.string(),
  currency: z.string(),
  period: BillingPeriod,
  /** Prices by billing period. */
  prices: z.object({ month: z.nullable(z.string()), year: z.nullable(z.string()) }),
  /** Null if a year costs ten months. */
  price_year: z.nullable(z.string()),
  /** Of 1,000 events above the limit; null if none are sold. */
  overage_price: z.nullable(z.string()),
  trial_days: z.int(),
  trial_needs_card: z.boolean(),
  events_limit: z.nullable(z.int()),
  campaigns_limit: z.nullable(z.int()),
  seats_limit: z.nullable(z.int()),
  retention_days: z.int(),
  api_per_minute: z.int(),
  blacklist_limit: z.nullable(z.int()),
  domains_limit: z.nullable(z.int()),
  /** `highlights` in the request's language. */
  features: z.array(z.string()),
  highlights: Highlights,
  feature_keys: z.array(PlanFeature),
  is_public: z.boolean(),
  is_archived: z.boolean(),
  position: z.int(),
  /** Number of accounts on it; only for the operator. */
  accounts: z.nullable(z.int()),
});
export type Tariff = z.infer<typeof Tariff>;

export const tariffsApi = {
  list: endpoint({
    method: 'GET',
    path: '/tariffs',
    access: 'tariffs:read',
    summary: 'Lists the available plans and the account’s current plan. Operators see all plans.',
    response: z.object({ data: z.array(Tariff) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/tariffs',
    access: 'tariffs:write',
    summary: 'Creates a plan.',
    body: NewTariff,
    status: 201,
    response: z.object({ data: Tariff }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/tariffs/{id}',
    access: 'tariffs:write',
    summary: 'Updates a plan. A new price applies from the next payment; limits apply immediately.',
    params: IdParams,
    body: z.extend(NewTariff, { is_archived: z._default(z.boolean(), false) }),
    response: z.object({ data: Tariff }),
    errors: ['not_found', 'tariff_in_use'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/tariffs/{id}',
    access: 'tariffs:write',
    summary: 'Archives a plan. It can’t be chosen anymore, but accounts on it keep it.',
    params: IdParams,
    response: Done,
    errors: ['not_found', 'tariff_in_use'],
  }),
};
