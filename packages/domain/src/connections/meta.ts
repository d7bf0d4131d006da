import {
  type Connector,
  orNothing,
  partOf,
  postJson,
  type Reading,
  type SourceEvent,
  toSeconds,
} from './source-event.ts';

/** The cookie, or what the cookie would be if Meta's script had seen the click. */
export const fbcOf = ({ ids, click }: Pick<SourceEvent, 'ids' | 'click'>): string | undefined => {
  const fbclid = ids.get('fbclid');
  return ids.get('fbc') ?? (fbclid === undefined ? undefined : `fb.1.${click.at}.${fbclid}`);
};

/** Conversions API: developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event */
export const META: Connector = {
  maxAgeDays: 7,
  build({ base, account, testCode, pageUrl }, event) {
    const [fbc, fbp] = [fbcOf(event), event.ids.get('fbp')];
    if (fbc === undefined && fbp === undefined) return 'no_click_id';
    return postJson(`${base}/${account}/events?access_token={secret.access_token}`, {
      data: [
        {
          event_name: event.name,
          event_time: toSeconds(event.at),
          event_id: event.id,
          action_source: 'website',
          event_source_url: pageUrl ?? orNothing(event.click.url),
          user_data: {
            fbc,
            fbp,
            client_user_agent: orNothing(event.click.userAgent),
            em: event.contacts.em && [event.contacts.em],
            ph: event.contacts.ph && [event.contacts.ph],
          },
          custom_data: { value: Number(event.value), currency: event.currency },
        },
      ],
      test_event_code: testCode ?? undefined,
    });
  },
  read(body) {
    const code = partOf(body, 'error', 'code');
    if (typeof code !== 'number') return undefined;
    return { state: 'failed', reason: reasonOf(code, partOf(body, 'error', 'error_subcode')) };
  },
};

const RATE_LIMITS: ReadonlySet<number> = new Set([4, 17, 32, 613]);
const TOO_OLD = 2_804_003;
const UNKNOWN_OBJECT = 33;

function reasonOf(code: number, subcode: unknown): Extract<Reading, { state: 'failed' | 'retry' }>['reason'] {
  if (subcode === TOO_OLD) return 'too_old';
  if (code === 190 || code === 102) return 'bad_token';
  if (code === 10 || (code >= 200 && code < 300)) return 'no_access';
  if (code === 100) return subcode === UNKNOWN_OBJECT ? 'bad_account' : 'bad_data';
  if (RATE_LIMITS.has(code) || (code >= 80_000 && code < 80_100)) return 'rate_limited';
  return code === 1 || code === 2 ? 'unavailable' : 'rejected';
}
