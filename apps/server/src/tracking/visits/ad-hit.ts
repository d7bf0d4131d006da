import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import { isScriptHost, parseWebAddress } from './web-address.ts';

/** Where the source's link to a page is; sources write the page's address there, percent-encoded. */
const PAGE_PARAMETER = 'lpurl';

/** The page that the ad opens anyway if it is the owner's, else the default URL: the link leads nobody elsewhere. */
export function adHitLocation({ settings, templates }: CompiledCampaign, query: string): string {
  const page = new URLSearchParams(query).get(PAGE_PARAMETER) ?? '';
  const { default_url: url, script_hosts: hosts } = settings;
  if (isScriptHost(page, hosts)) return parseWebAddress(page)?.href ?? url;
  // No click is made here that macros could stand for.
  return templates.get(url)?.(() => '') ?? url;
}
