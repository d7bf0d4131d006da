import * as z from 'zod/mini';
import { EventIdParams } from './conversion-values.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Id, line, PathNumber, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';
import { Condition, Device } from './routing.ts';

export const CLICK_OUTCOMES = ['counted', 'excluded', 'blocked'] as const;
export const CLICK_COST_STATES = ['known', 'unknown', 'unreadable'] as const;
/** By the tracking link, directly to a lander, from a page with its script (in parallel tracking or not), or as a server reported. */
export const CLICK_ENTRIES = ['link', 'direct', 'script', 'parallel', 'server'] as const;
export const CONSENT_STATES = ['granted', 'denied'] as const;
export const ClickOutcome = z.enum(CLICK_OUTCOMES);

export const Click = z.object({
  click_id: z.string(),
  at: Timestamp,
  campaign: z.object({ id: Id, name: z.string() }),
  version: z.int(),
  /** 1-based index of the matched rule; 0 for none. */
  rule: z.int(),
  /** 1-based index of the destination; 0 for the default URL. */
  destination: z.int(),
  verdict: ClickOutcome,
  is_bot: z.boolean(),
  is_unique: z.boolean(),
  ip: z.string(),
  country: z.string(),
  language: z.string(),
  device: z.string(),
  os: z.string(),
  browser: z.string(),
  user_agent: z.string(),
  referrer_host: z.string(),
  subs: z.array(z.string()),
  external_id: z.string(),
  /** Null when unknown, and for callers without access to money. */
  cost: z.nullable(z.string()),
  /** `unknown`: no cost was given. `unreadable`: the link carries a cost that is not an amount. */
  cost_state: z.enum(CLICK_COST_STATES),
  cost_currency: z.string(),
  final_url: z.string(),
  /** `open`, or why rules were not evaluated. */
  state: z.string(),
  /** How the visitor came. */
  entry: z.optional(z.enum(CLICK_ENTRIES)),
  /** The first identifier that the traffic source gave the click, as `gclid`; empty without one. */
  tag_kind: z.optional(z.string()),
  /** What the visitor had said about consent when the click was made; null if nothing is known. */
  consent: z.optional(z.nullable(z.enum(CONSENT_STATES))),
});
export type Click = z.infer<typeof Click>;

/** Why this destination was chosen: every rule of the version in use, and the random value. */
export const RoutingExplanation = z.object({
  rules: z.array(
    z.object({
      rule: z.int(),
      name: z.string(),
      outcome: z.enum(['matched', 'not_matched', 'skipped', 'switched_off']),
      conditions: z.array(z.object({ condition: Condition, holds: z.boolean() })),
    }),
  ),
  /** The part of 0–1 that leads to this destination, and the random value. */
  share: z.object({ from: z.number(), to: z.number() }),
  draw: z.number(),
  destination_name: z.string(),
  destination_url: z.string(),
});
export type RoutingExplanation = z.infer<typeof RoutingExplanation>;

export const ClickDetails = z.extend(Click, {
  /** Null when rules were not evaluated or the version was deleted. */
  why: z.nullable(RoutingExplanation),
  /** Events the landing page sent for this visitor, oldest first; at most 100. */
  page_events: z.array(
    z.object({
      name: z.string(),
      at: Timestamp,
      /** As the page sent it; null without a value. */
      value: z.nullable(z.string()),
    }),
  ),
  /** Clicks of this visitor on landers, oldest first; at most 100. */
  steps: z.array(
    z.object({
      at: Timestamp,
      /** The link that was clicked: 2 for `/o/2`. */
      slot: z.int(),
      lander: z.object({ id: Id, name: z.string() }),
      /** Null if no offer took the visitor. */
      offer: z.nullable(z.object({ id: Id, name: z.string() })),
      final_url: z.string(),
    }),
  ),
});
export type ClickDetails = z.infer<typeof ClickDetails>;

export const clicksApi = {
  list: endpoint({
    method: 'GET',
    path: '/clicks',
    access: 'conversions:read',
    summary: 'Lists clicks, newest first.',
    query: z.object({
      ...pageQuery(['at']),
      company_id: z.optional(PathNumber),
      start_date: z.optional(CalendarDay),
      end_date: z.optional(CalendarDay),
      verdict: z.optional(ClickOutcome),
      country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
      device: z.optional(Device),
      is_bot: z.optional(z.enum(['0', '1'])),
      /** A full click ID, sub value or external ID. */
      search: z.optional(line(0, 128)),
    }),
    response: page(Click),
    errors: ['unavailable'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/clicks/{id}',
    access: 'conversions:read',
    summary: 'Returns a click, why it went to its destination and its page events.',
    params: EventIdParams,
    response: z.object({
      data: ClickDetails,
    }),
    errors: ['unavailable'],
  }),
};
