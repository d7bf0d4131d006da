import * as z from 'zod/mini';
import { Tag } from './campaign-bulk.ts';
import { TAGS_MAX } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, PathNumber, paragraphs, Timestamp } from './fields.ts';
import { LinkState, OFFER_CHECKS, ON_DEAD } from './link-checks.ts';
import { Amount, Currency } from './money.ts';
import { page, pageQuery } from './paging.ts';
import { CountryCode, DestinationUrl, VALUES_MAX } from './routing.ts';

export const OFFER_STATUSES = ['active', 'paused', 'archived'] as const;
export const OfferStatus = z.enum(OFFER_STATUSES);
export type OfferStatus = z.infer<typeof OfferStatus>;

export const OFFERS_MAX = 10_000;
export const OFFER_NAME_MAX = 128;
export const CAPS_MAX = 3;

/** Clicks led to the offer; its conversions; or their payout in its currency, pending and approved. */
export const CAP_KINDS = ['clicks', 'conversions', 'payout'] as const;
/** A day and a month are those of the offer's time zone. */
export const CAP_PERIODS = ['day', 'month', 'total'] as const;
export const OfferCap = z.object({
  kind: z._default(z.enum(CAP_KINDS), 'clicks'),
  amount: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  period: z.enum(CAP_PERIODS),
});
export type OfferCap = z.infer<typeof OfferCap>;
const distinctCaps = z.refine<{ kind: string; period: string }[]>(
  (caps) => new Set(caps.map(({ kind, period }) => `${kind} ${period}`)).size === caps.length,
  { error: 'cap_repeated' },
);

/** Everything but the name and the URL has a default. */
const settings = {
  name: line(2, OFFER_NAME_MAX),
  status: z._default(OfferStatus, 'active'),
  url: DestinationUrl,
  network_id: z._default(z.nullable(Id), null),
  /** For conversions without an amount; 0 means the campaign's. */
  payout: z._default(Amount, '0'),
  payout_currency: z._default(Currency, 'USD'),
  caps: z._default(z.array(OfferCap).check(z.maxLength(CAPS_MAX), distinctCaps), []),
  /** An IANA name. */
  timezone: z._default(z.string().check(z.minLength(1), z.maxLength(64)), 'UTC'),
  /** Visitors from elsewhere go to the fallback; empty accepts all. */
  countries: z._default(z.array(CountryCode).check(z.maxLength(VALUES_MAX)), []),
  /** The offer that takes the visitors this one doesn't. */
  fallback_offer_id: z._default(z.nullable(Id), null),
  /** How often its URL is requested, with empty macros. */
  check: z._default(z.enum(OFFER_CHECKS), 'off'),
  on_dead: z._default(z.enum(ON_DEAD), 'alert'),
  tags: z._default(z.array(Tag).check(z.maxLength(TAGS_MAX)), []),
  notes: z._default(paragraphs(0, 2000), ''),
};
export const OfferSettings = z.object(settings);
export type OfferSettings = z.infer<typeof OfferSettings>;

/** `version` is the one the editor loaded, so a concurrent save is not overwritten. */
export const OfferBody = z.object({ ...settings, version: z.optional(z.int().check(z.positive())) });
export type OfferBody = z.infer<typeof OfferBody>;

/** Without the payout for members who have no access to money. */
const visibleSettings = { ...settings, payout: z.nullable(settings.payout) };

export const Offer = z.object({
  ...visibleSettings,
  id: Id,
  version: z.int(),
  /** Campaigns that lead to it. */
  campaigns: z.int(),
  /** Null until its URL is checked. */
  link: z.nullable(LinkState),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Offer = z.infer<typeof Offer>;

export const OfferVersion = z.object({
  version: z.int(),
  created_at: Timestamp,
  author: z.nullable(z.object({ id: Id, name: z.string(), email: z.string() })),
  settings: z.object(visibleSettings),
  /** Settings changed since the previous version; empty for the first. */
  changed: z.array(z.keyof(OfferSettings)),
});
export type OfferVersion = z.infer<typeof OfferVersion>;

/** A campaign that leads to an offer, or an offer whose fallback it is. */
export const OfferUse = z.object({
  kind: z.enum(['campaign', 'offer']),
  id: Id,
  name: z.string(),
  status: z.string(),
});
export type OfferUse = z.infer<typeof OfferUse>;

const one = z.object({ data: Offer });

export const offersApi = {
  list: endpoint({
    method: 'GET',
    path: '/offers',
    access: 'campaigns:read',
    summary: 'Lists offers.',
    query: z.object({
      ...pageQuery(['name', 'status', 'created_at']),
      /** In the name, URL, network and tags. */
      search: z.optional(line(0, OFFER_NAME_MAX)),
      /** All but archived ones if omitted. */
      status: z.optional(OfferStatus),
      tag: z.optional(Tag),
    }),
    response: page(Offer),
  }),
  get: endpoint({
    method: 'GET',
    path: '/offers/{id}',
    access: 'campaigns:read',
    summary: 'Returns an offer.',
    params: IdParams,
    response: one,
  }),
  create: endpoint({
    method: 'POST',
    path: '/offers',
    access: 'campaigns:write',
    summary: 'Creates an offer.',
    body: OfferBody,
    status: 201,
    response: one,
    errors: ['name_taken', 'limit_reached', 'forbidden'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/offers/{id}',
    access: 'campaigns:write',
    summary: 'Saves an offer as a new version. Links that lead to it follow within a second.',
    params: IdParams,
    body: OfferBody,
    response: one,
    errors: ['version_conflict', 'name_taken', 'in_use', 'limit_reached', 'forbidden'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/offers/{id}',
    access: 'campaigns:write',
    summary: 'Archives an offer. Where it is used, the offer `replacement_id` takes its place.',
    params: IdParams,
    query: z.object({ replacement_id: z.optional(IdParams.shape.id) }),
    response: Done,
    errors: ['in_use', 'forbidden'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/offers/{id}/check',
    access: 'campaigns:write',
    summary: 'Requests the URL of an offer now, and returns the offer with what was found.',
    params: IdParams,
    response: one,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/offers/{id}/versions',
    access: 'campaigns:read',
    summary: 'Lists the versions of an offer, newest first.',
    params: IdParams,
    query: z.object(pageQuery(['version'])),
    response: page(OfferVersion),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/offers/{id}/versions/{version}/restore',
    access: 'campaigns:write',
    summary: 'Restores an earlier version by saving it as a new one.',
    params: z.extend(IdParams, { version: PathNumber }),
    response: one,
    errors: ['name_taken', 'in_use', 'limit_reached', 'invalid_request', 'forbidden'],
  }),
  usedIn: endpoint({
    method: 'GET',
    path: '/offers/{id}/used_in',
    access: 'campaigns:read',
    summary: 'Lists the campaigns that lead to an offer, and the offers whose fallback it is.',
    params: IdParams,
    query: z.object(pageQuery(['name'])),
    response: page(OfferUse),
  }),
};
