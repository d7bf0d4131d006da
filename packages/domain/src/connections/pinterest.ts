import { type Connector, matchedBy, orNothing, partOf, postJson, toSeconds } from './source-event.ts';

/** API v5: developers.pinterest.com/docs/api/v5/events-create */
export const PINTEREST: Connector = {
  // Its pages name no limit; identifiers of clicks are kept no longer.
  maxAgeDays: 90,
  build({ base, account, pageUrl, isTest }, event) {
    const clickId = event.ids.get('epik');
    if (clickId === undefined) return 'no_click_id';
    const visitor = matchedBy(event);
    // A phone number alone is not enough there.
    if (!visitor || (visitor.em === undefined && !(visitor.client_ip_address && visitor.client_user_agent)))
      return 'no_contact';
    return postJson(
      `${base}/ad_accounts/${account}/events${isTest ? '?test=true' : ''}`,
      {
        data: [
          {
            event_name: event.name.toLowerCase().replace(/[ -]/g, '_'),
            action_source: 'web',
            event_time: toSeconds(event.at),
            event_id: event.id,
            event_source_url: pageUrl ?? orNothing(event.click.url),
            user_data: { ...visitor, click_id: clickId },
            custom_data: { currency: event.currency, value: event.value },
          },
        ],
      },
      [{ name: 'Authorization', value: 'Bearer {secret.access_token}' }],
    );
  },
  /** An answer names what became of each event; 422 says that some were not taken. */
  read(body, status) {
    if (partOf(body, 'events', 0, 'status') === 'failed' || status === 400 || status === 422)
      return { state: 'failed', reason: 'bad_data' };
    return undefined;
  },
};
