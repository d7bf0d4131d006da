import * as z from 'zod/mini';
import { Amount } from './money.ts';

/** Conversion types: lead, sale, rebill, or a custom event name. */
export const ConversionType = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9_.-]{0,31}$/, 'conversion_type'));

/** Types of an account, and of a campaign with payouts of their own. */
export const CONVERSION_TYPES_MAX = 20;

/** Each type once. */
export const TypePayouts = z._default(
  z.array(z.object({ type: ConversionType, payout: Amount })).check(
    z.maxLength(CONVERSION_TYPES_MAX),
    z.refine((all) => new Set(all.map(({ type }) => type)).size === all.length, {
      error: 'conversion_type_repeated',
    }),
  ),
  [],
);

export const CONVERSION_SOURCES = ['postback', 'pixel', 'api', 'import', 'manual'] as const;
export const ConversionSource = z.enum(CONVERSION_SOURCES);

/**
 * Postback results. `waiting`: the click is not known yet. `ignored`: the network's word means no conversion. From
 * `no_click_id` on, the postback was rejected. `foreign_click`: the key belongs to another account than the click.
 */
export const POSTBACK_RESULTS = [
  'waiting',
  'accepted',
  'updated',
  'duplicate',
  'ignored',
  'no_click_id',
  'foreign_click',
  'unknown_click',
  'out_of_window',
  'excluded_click',
  'bad_amount',
  'bad_currency',
  'no_rate',
  'bad_key',
  'bad_signature',
  'ip_refused',
] as const;
export const PostbackResult = z.enum(POSTBACK_RESULTS);
export type PostbackResult = z.infer<typeof PostbackResult>;

export const isRejected = (result: PostbackResult): boolean =>
  POSTBACK_RESULTS.indexOf(result) >= POSTBACK_RESULTS.indexOf('no_click_id');

export const CONVERSION_PARAMS = 5;
export const TRANSACTION_ID_MAX = 128;
export const PARAM_MAX = 255;

/** Clicks, conversions and postbacks share one ID format: sortable by time, safe in URLs. */
export const EventId = z.string().check(z.regex(/^[0-9a-hjkmnp-tv-z]{29,38}$/, 'event_id'));
export const EventIdParams = z.object({ id: EventId });
