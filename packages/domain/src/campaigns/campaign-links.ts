import type { CampaignSettings } from '@poklik/contract/campaigns';

type LinkSettings = Pick<
  CampaignSettings,
  'params' | 'cost_param' | 'cost_macro' | 'external_id_param' | 'external_id_macro'
>;

/** The link for the ad. The traffic source replaces its macros itself. */
export function trackingUrl(publicUrl: string, key: string, settings: LinkSettings): string {
  const query = queryOf(settings);
  return [`${publicUrl}/c/${key}`, ...(query === '' ? [] : [query])].join('?');
}

const queryOf = ({ params, external_id_param, external_id_macro, cost_param, cost_macro }: LinkSettings): string =>
  [...params, { name: external_id_param, macro: external_id_macro }, { name: cost_param, macro: cost_macro }]
    .filter(({ name, macro }) => name !== null && macro !== '')
    .map(({ name, macro }) => `${name}=${macro}`)
    .join('&');

/** For parallel tracking: the link that the traffic source opens in the background, with the page's address. */
export const parallelTemplate = (publicUrl: string, key: string): string => `${publicUrl}/c/${key}?lpurl={lpurl}`;

/** What the traffic source adds to the address of the page, where the click is made. A page can't tell the cost. */
export const urlSuffix = (settings: Pick<LinkSettings, 'params' | 'external_id_param' | 'external_id_macro'>): string =>
  queryOf({ ...settings, cost_param: null, cost_macro: '' });

/** Replaces the traffic source's macros in the test link. */
const TEST_VALUE = 'test';

/** The link as an ad would send it, with every source macro filled; the cost comes from the settings. */
export const testUrl = (
  publicUrl: string,
  { key, params, external_id_param }: Pick<CampaignSettings, 'params' | 'external_id_param'> & { key: string },
): string =>
  trackingUrl(publicUrl, key, {
    params: params.map((parameter) => ({ ...parameter, macro: TEST_VALUE })),
    external_id_param,
    external_id_macro: TEST_VALUE,
    cost_param: null,
    cost_macro: '',
  });

/** The public page with the link's destinations and rules. */
export const transparencyUrl = (tracking: string): string => `${tracking.replace(/\?.*$/su, '')}+`;

/** The URL the advertiser calls for a conversion; the advertiser replaces its macros. */
export const postbackUrl = (publicUrl: string, postbackKey: string): string =>
  `${publicUrl}/postback?cid={click_id}&payout={payout}&status={status}&txid={txid}&key=${postbackKey}`;
