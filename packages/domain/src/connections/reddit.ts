import { type Connector, orNothing, partOf, postJson } from './source-event.ts';

const CUSTOM = 'CUSTOM';
/** Any other event is a custom one with that name. */
const EVENTS: ReadonlySet<string> = new Set([
  ...['PAGE_VISIT', 'VIEW_CONTENT', 'SEARCH', 'ADD_TO_CART', 'ADD_TO_WISHLIST', 'PURCHASE', 'LEAD', 'SIGN_UP'],
]);

/** Conversions API v3: ads-api.reddit.com/docs/v3/operations/Post%20Conversion%20Events */
export const REDDIT: Connector = {
  maxAgeDays: 7,
  build({ base, account, testCode }, event) {
    const clickId = event.ids.get('rdt_cid');
    if (clickId === undefined) return 'no_click_id';
    const known = event.name.toUpperCase().replace(/[ -]/g, '_');
    return postJson(
      `${base}/pixels/${account}/conversion_events`,
      {
        data: {
          test_id: testCode ?? undefined,
          events: [
            {
              click_id: clickId,
              event_at: event.at,
              action_source: 'WEBSITE',
              type: EVENTS.has(known)
                ? { tracking_type: known }
                : { tracking_type: CUSTOM, custom_event_name: event.name },
              user: {
                user_agent: orNothing(event.click.userAgent),
                email: event.contacts.em,
                phone_number: event.contacts.ph_plus,
              },
              metadata: { conversion_id: event.id, value: Number(event.value), currency: event.currency },
            },
          ],
        },
      },
      [{ name: 'Authorization', value: 'Bearer {secret.access_token}' }],
    );
  },
  read(body, status) {
    if (status !== 400) return undefined;
    const message = partOf(body, 'error', 'message');
    return {
      state: 'failed',
      reason: typeof message === 'string' && /event_at/.test(message) ? 'too_old' : 'bad_data',
    };
  },
};
