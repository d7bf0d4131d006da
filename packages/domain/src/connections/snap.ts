import { type Connector, matchedBy, orNothing, partOf, postJson, toSeconds } from './source-event.ts';

/** Conversions API v3: developers.snap.com/api/marketing-api/Conversions-API/Parameters */
export const SNAP: Connector = {
  maxAgeDays: 37,
  build({ base, account, pageUrl }, event) {
    const clickId = event.ids.get('ScCid');
    if (clickId === undefined) return 'no_click_id';
    const visitor = matchedBy(event);
    if (!visitor) return 'no_contact';
    return postJson(`${base}/${account}/events?access_token={secret.access_token}`, {
      data: [
        {
          event_name: event.name.toUpperCase().replace(/[ -]/g, '_'),
          event_time: toSeconds(event.at),
          event_id: event.id,
          action_source: 'WEB',
          event_source_url: pageUrl ?? orNothing(event.click.url),
          user_data: { ...visitor, sc_click_id: clickId },
          custom_data: { currency: event.currency, value: event.value },
        },
      ],
    });
  },
  /** Its pages show examples of errors without codes, so the status says most. */
  read(body, status) {
    const isInvalid = status === 200 && partOf(body, 'status') === 'INVALID';
    return isInvalid || status === 400 ? { state: 'failed', reason: 'bad_data' } : undefined;
  },
};
