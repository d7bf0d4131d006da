import type { Connector } from './source-event.ts';

const HEADER = 'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency';
const LINE_END = '\r\n';

/** The start of the file that Google Ads fetches. */
export const GOOGLE_FILE_START = `Parameters:TimeZone=+0000${LINE_END}${HEADER}${LINE_END}`;

/** Visitors can write anything into their link. Nothing else in a line needs quotes, and Google expects plain IDs. */
const GCLID = /^[A-Za-z0-9_-]{1,512}$/;

/** In the zone that the file names. */
const timeOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/**
 * Conversions from clicks as lines of a file: support.google.com/google-ads/answer/7014069. Google counts the same click,
 * name and time once, so a file may repeat what an earlier one had.
 */
export const GOOGLE_FILE: Connector = {
  maxAgeDays: 90,
  build(_, { ids, name, at, value, currency }) {
    const gclid = ids.get('gclid') ?? '';
    if (!GCLID.test(gclid)) return 'no_click_id';
    const body = [gclid, name, timeOf(at), value, currency].join(',') + LINE_END;
    return { method: 'GET', url: '', headers: [], body_type: 'none', body };
  },
  /** Nothing is sent, so nothing answers. */
  read: () => undefined,
};
