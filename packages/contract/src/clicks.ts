import * as z from 'zod/mini';
import { EventIdParams } from './conversion-values.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Id, line, PathNumber, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';
import { Condition, Device } from './routing.ts';

export const CLICK_OUTCOMES = ['counted', 'excluded', 'blocked'] as const;
export const CLICK_COST_STATES = ['known', 'unknown', 'unreadable'] as const;
export const ClickOutcome = z.enum(CLICK_OUTCOMES);

export const Click = z.object({
  click_id: z.string(),
  at: Timestamp,
  campaign: z.object({ id: Id, name: z.string() }),
  version: z.int(),
  /** The place of the rule that matched, from 1; 0 for none. */
  rule: z.int(),
  /** The place of the destination in its list, from 1; 0 for the default address. */
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
  /** Null where it is unknown, and for those who may not see money. */
  cost: z.nullable(z.string()),
  /** `unknown`: nobody says what it cost. `unreadable`: the link carries a cost that is no amount. */
  cost_state: z.enum(CLICK_COST_STATES),
  cost_currency: z.string(),
  final_url: z.string(),
  /** `open`, or why the rules were not asked. */
  state: z.string(),
});
export type Click = z.infer<typeof Click>;

/** Why this destination: every rule of the version that the click met, and what the draw was. */
export const RoutingExplanation = z.object({
  rules: z.array(
    z.object({
      rule: z.int(),
      name: z.string(),
      outcome: z.enum(['matched', 'not_matched', 'skipped', 'switched_off']),
      conditions: z.array(z.object({ condition: Condition, holds: z.boolean() })),
    }),
  ),
  /** The stretch of the draw, out of 1, that leads to the destination, and where the draw fell. */
  share: z.object({ from: z.number(), to: z.number() }),
  draw: z.number(),
  destination_name: z.string(),
  destination_url: z.string(),
});
export type RoutingExplanation = z.infer<typeof RoutingExplanation>;

export const clicksApi = {
  list: endpoint({
    method: 'GET',
    path: '/clicks',
    access: 'conversions:read',
    summary: 'Clicks of the account, the newest first.',
    query: z.object({
      ...pageQuery(['at']),
      company_id: z.optional(PathNumber),
      start_date: z.optional(CalendarDay),
      end_date: z.optional(CalendarDay),
      verdict: z.optional(ClickOutcome),
      country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
      device: z.optional(Device),
      is_bot: z.optional(z.enum(['0', '1'])),
      /** A click id, or a sub value or external id as a whole. */
      search: z.optional(line(0, 128)),
    }),
    response: page(Click),
    errors: ['unavailable'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/clicks/{id}',
    access: 'conversions:read',
    summary: 'One click, why it went to its destination, and what its landing page reported.',
    params: EventIdParams,
    response: z.object({
      data: z.extend(Click, {
        /** Null when the rules were not asked or the version is gone. */
        why: z.nullable(RoutingExplanation),
        /** What the landing page reported of this visitor, the oldest first; the first hundred. */
        page_events: z.array(z.object({ name: z.string(), at: Timestamp })),
      }),
    }),
    errors: ['unavailable'],
  }),
};
