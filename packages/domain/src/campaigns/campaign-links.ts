import type { CampaignSettings } from '@poklik/contract/campaigns';

type LinkSettings = Pick<
  CampaignSettings,
  'params' | 'cost_param' | 'cost_macro' | 'external_id_param' | 'external_id_macro'
>;

/** The link for the ad. The source's macros stand in it as they are: it finds and replaces them itself. */
export function trackingUrl(publicUrl: string, key: string, settings: LinkSettings): string {
  const query = [
    ...settings.params,
    { name: settings.external_id_param, macro: settings.external_id_macro },
    { name: settings.cost_param, macro: settings.cost_macro },
  ]
    .filter(({ name, macro }) => name !== null && macro !== '')
    .map(({ name, macro }) => `${name}=${macro}`);
  return [`${publicUrl}/c/${key}`, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}

/** Stands where the traffic source would write its own values. */
const TEST_VALUE = 'test';

/** The link as an ad would send it, with every macro of the source filled in; what the click costs is left to the settings. */
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

/** Where everybody can see to whom the link leads and by which rules. */
export const transparencyUrl = (tracking: string): string => `${tracking.replace(/\?.*$/su, '')}+`;

/** The address that the advertiser calls when somebody converts; its macros are theirs to replace. */
export const postbackUrl = (publicUrl: string, postbackKey: string): string =>
  `${publicUrl}/postback?cid={click_id}&payout={payout}&status={status}&txid={txid}&key=${postbackKey}`;
