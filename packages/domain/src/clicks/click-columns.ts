/** Fields of a click record in the event log, tab-separated in this order. The ingest adds offset and uniqueness. */
export const CLICK_COLUMNS = [
  /** Sortable by time, unguessable, URL-safe. */
  ['click_id', 'String'],
  /** Milliseconds since 1970, UTC. */
  ['at', 'Int64'],
  ['account_id', 'UInt64'],
  ['campaign_id', 'UInt64'],
  ['version', 'UInt32'],
  /** Number of the matching rule, from 1; 0 for none. */
  ['rule', 'UInt16'],
  /** Number of the destination in its list, from 1; 0 for the default URL. */
  ['destination', 'UInt16'],
  /** A `ClickOutcome`. */
  ['verdict', 'UInt8'],
  /** The black list entry that decided the outcome, or 0. */
  ['black_list_id', 'UInt64'],
  ['is_bot', 'UInt8'],
  /** Keyed hash of IP address and user agent. */
  ['visitor', 'UInt64'],
  /** The unique-click window. */
  ['uniqueness_hours', 'UInt16'],
  /** Full or truncated, as configured. */
  ['ip', 'String'],
  ['country', 'String'],
  ['language', 'String'],
  ['device', 'String'],
  ['os', 'String'],
  ['browser', 'String'],
  ['user_agent', 'String'],
  ['referrer_host', 'String'],
  ['traffic_source', 'String'],
  ['sub1', 'String'],
  ['sub2', 'String'],
  ['sub3', 'String'],
  ['sub4', 'String'],
  ['sub5', 'String'],
  ['sub6', 'String'],
  ['sub7', 'String'],
  ['sub8', 'String'],
  ['sub9', 'String'],
  ['sub10', 'String'],
  ['external_id', 'String'],
  /** Millionths of the currency unit, from the campaign or the link; for CPUC it counts only if the click is unique. */
  ['cost_micro', 'Int64'],
  ['cost_currency', 'String'],
  /** A cost model of the campaign, `none` if unknown, `unreadable` if the link's cost is not an amount. */
  ['cost_model', 'String'],
  /** Random value of the weighted choice, out of 1,000,000; explains why this destination was chosen. */
  ['draw', 'UInt32'],
  ['final_url', 'String'],
  /** `open`, or why the rules were skipped: paused, not_started, ended, capped. */
  ['state', 'String'],
  /** The offer that took the visitor; 0 for a plain URL. This and what follows is left out where it is empty. */
  ['offer_id', 'UInt64'],
  /** Why the visitor went elsewhere than to the offer that was drawn; empty otherwise. */
  ['gave_way', 'String'],
  /** The lander that the visitor was sent to; 0 for none. */
  ['lander_id', 'UInt64'],
  /** One of CLICK_ENTRIES; empty for the tracking link. */
  ['entry', 'String'],
  /** Name of the first identifier that a traffic source gave the click, as `gclid`; empty without one. */
  ['tag_kind', 'String'],
  /** What was known when the click was made: `granted`, `denied` or empty. */
  ['consent', 'String'],
] as const;

/** An impression, or an event sent by a landing page. */
export const PAGE_EVENT_COLUMNS = [
  ['at', 'Int64'],
  ['account_id', 'UInt64'],
  ['campaign_id', 'UInt64'],
  /** `impression`, or the event name sent by the page. */
  ['name', 'String'],
  ['click_id', 'String'],
  ['country', 'String'],
  ['device', 'String'],
  /** Cost of an impression with CPM, in millionths of the currency unit; 0 otherwise. */
  ['cost_micro', 'Int64'],
  ['cost_currency', 'String'],
  /** What the page says the event is worth, in millionths; 0 without a value. */
  ['value_micro', 'Int64'],
] as const;

/** A click on a link of a lander: where the visitor went on to, with the facts of the click. */
export const STEP_COLUMNS = [
  ['at', 'Int64'],
  /** From the click ID. */
  ['click_at', 'Int64'],
  ['account_id', 'UInt64'],
  ['campaign_id', 'UInt64'],
  /** Of the campaign now; the click may have seen an earlier one. */
  ['version', 'UInt32'],
  ['click_id', 'String'],
  /** How many landers the visitor had seen. */
  ['step', 'UInt8'],
  /** The link that was clicked, from 1. */
  ['slot', 'UInt8'],
  /** The lander with the link. */
  ['lander_id', 'UInt64'],
  /** The offer that took the visitor; 0 for none. */
  ['offer_id', 'UInt64'],
  /** The lander that comes next; 0 for none. */
  ['next_lander_id', 'UInt64'],
  /** The target that was chosen; empty for the default URL. */
  ['uid', 'String'],
  /** Out of 1,000,000, from the click ID. */
  ['draw', 'UInt32'],
  /** Why the visitor went elsewhere than to the offer that was drawn; empty otherwise. */
  ['gave_way', 'String'],
  /** A `ClickOutcome`. */
  ['verdict', 'UInt8'],
  ['is_bot', 'UInt8'],
  ['rule', 'UInt16'],
  ['destination', 'UInt16'],
  ['country', 'String'],
  ['language', 'String'],
  ['device', 'String'],
  ['os', 'String'],
  ['browser', 'String'],
  ['traffic_source', 'String'],
  ['final_url', 'String'],
] as const;

/** Identifiers that traffic sources gave a click. A record of its own, because most clicks have none. */
export const CLICK_ID_COLUMNS = [
  ['at', 'Int64'],
  /** From the click ID. */
  ['click_at', 'Int64'],
  ['account_id', 'UInt64'],
  ['campaign_id', 'UInt64'],
  ['click_id', 'String'],
  /** `granted`, `denied` or empty. */
  ['consent', 'String'],
  /** As `name=value&name=value`. */
  ['ids', 'String'],
] as const;

/** Tag byte of each record. */
export const RECORD_KINDS = { click: 'c', pageEvent: 'e', clickIds: 'i', step: 's' } as const;
