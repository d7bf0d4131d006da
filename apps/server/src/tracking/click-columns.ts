/**
 * What is written down about a click, in the order of the record's tab-separated fields. The statistics store takes the
 * record as it stands and puts its position in the log and its uniqueness beside it.
 */
export const CLICK_COLUMNS = [
  /** Sortable by time, unguessable, safe in a URL. */
  ['click_id', 'String'],
  /** Milliseconds since 1970, UTC. */
  ['at', 'Int64'],
  ['account_id', 'UInt64'],
  ['campaign_id', 'UInt64'],
  ['version', 'UInt32'],
  /** The place of the rule that matched, from 1; 0 for none. */
  ['rule', 'UInt16'],
  /** The place of the destination in its list, from 1; 0 for the default address. */
  ['destination', 'UInt16'],
  /** 0 counted, 1 excluded, 2 blocked. */
  ['verdict', 'UInt8'],
  /** The entry of the black list that decided the verdict, or 0. */
  ['black_list_id', 'UInt64'],
  ['is_bot', 'UInt8'],
  /** A keyed hash of address and user agent: who is the same visitor, and nothing else. */
  ['visitor', 'UInt64'],
  /** How long the visitor counts as the same one. */
  ['uniqueness_hours', 'UInt16'],
  /** Full or truncated, as the operator keeps addresses. */
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
  /** Millionths of the currency's unit, as the campaign or the link says; for a price per unique click it counts only if the click is unique. */
  ['cost_micro', 'Int64'],
  ['cost_currency', 'String'],
  /** How the cost is meant: a model of the campaign form, `none` where it is unknown, `unreadable` where the link's is no amount. */
  ['cost_model', 'String'],
  /** The draw of the weights, out of 1,000,000, for the answer to "why this destination". */
  ['draw', 'UInt32'],
  ['final_url', 'String'],
  /** `open`, or why the rules were not asked and the visitor went to the default address: paused, not_started, ended, capped. */
  ['state', 'String'],
] as const;

/** A page that showed the impression pixel, or an event that a landing page reported. */
export const PAGE_EVENT_COLUMNS = [
  ['at', 'Int64'],
  ['account_id', 'UInt64'],
  ['campaign_id', 'UInt64'],
  /** `impression`, or the name of the event that the page sent. */
  ['name', 'String'],
  ['click_id', 'String'],
  ['country', 'String'],
  ['device', 'String'],
  /** What an impression of a campaign bought by the thousand costs, in millionths of the currency's unit; 0 for everything else. */
  ['cost_micro', 'Int64'],
  ['cost_currency', 'String'],
] as const;

/** One sign in front of each record says what it is. */
export const RECORD_KINDS = { click: 'c', pageEvent: 'e' } as const;
