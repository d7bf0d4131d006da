import { type Connector, orNothing, partOf, postJson, type Reading, toSeconds } from './source-event.ts';

/** Events API 2.0: business-api.tiktok.com/portal/docs?id=1771100865818625 */
export const TIKTOK: Connector = {
  maxAgeDays: 28,
  build({ base, account, testCode, pageUrl }, event) {
    const [ttclid, ttp] = [event.ids.get('ttclid'), event.ids.get('ttp')];
    if (ttclid === undefined && ttp === undefined) return 'no_click_id';
    const url = pageUrl ?? orNothing(event.click.url);
    return postJson(
      `${base}/event/track/`,
      {
        event_source: 'web',
        event_source_id: account,
        test_event_code: testCode ?? undefined,
        data: [
          {
            event: event.name,
            event_time: toSeconds(event.at),
            event_id: event.id,
            user: {
              ttclid,
              ttp,
              user_agent: orNothing(event.click.userAgent),
              email: event.contacts.em,
              phone: event.contacts.ph_plus,
            },
            page: url && { url },
            properties: { value: Number(event.value), currency: event.currency },
          },
        ],
      },
      [{ name: 'Access-Token', value: '{secret.access_token}' }],
    );
  },
  /** The status is 200 for errors too. */
  read(body, status) {
    const code = partOf(body, 'code');
    if (typeof code !== 'number') return status === 200 ? { state: 'failed', reason: 'rejected' } : undefined;
    return code === 0 ? { state: 'sent' } : readCode(code);
  },
};

function readCode(code: number): Reading {
  if (code === 40_100) return { state: 'retry', reason: 'rate_limited' };
  if (code >= 50_000) return { state: 'retry', reason: 'unavailable' };
  if (code === 40_001) return { state: 'failed', reason: 'no_access' };
  if (code >= 40_102 && code <= 40_105) return { state: 'failed', reason: 'bad_token' };
  return { state: 'failed', reason: code === 40_002 ? 'bad_data' : 'rejected' };
}
