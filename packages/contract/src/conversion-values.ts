/** What became of a report. `waiting`: its click is not known yet. From `unknown_click` on it did not count. */
export const POSTBACK_VERDICTS = [
  'waiting',
  'accepted',
  'updated',
  'duplicate',
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
export type PostbackVerdict = (typeof POSTBACK_VERDICTS)[number];

export const CONVERSION_PARAMS = 5;
export const TRANSACTION_ID_MAX = 128;
export const PARAM_MAX = 255;
