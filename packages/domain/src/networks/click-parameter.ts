import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Destination } from '@poklik/contract/routing';
import { mapTargets } from '../routing/targets.ts';

type Destinations = Pick<CampaignSettings, 'default_url' | 'destinations' | 'rules'>;

/** The URL with the click ID in that parameter. A URL that has the parameter stays as it is. */
export function withClickParam(url: string, param: string): string {
  const [, page = '', query, hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/su.exec(url) ?? [];
  const parts = (query ?? '').slice(1).split('&').filter(Boolean);
  if (url === '' || parts.some((part) => part.split('=', 1)[0] === param)) return url;
  return `${page}?${[...parts, `${param}={click_id}`].join('&')}${hash}`;
}

/** An offer has the parameter in its own URL, and a lander needs none. */
const withOwnParam = (each: Destination, param: string): Destination =>
  each.offer_id == null && each.lander_id == null && each.next === undefined
    ? { ...each, url: withClickParam(each.url, param) }
    : each;

/** The settings with the click ID in every destination. */
export const withClickParams = <S extends Destinations>(settings: S, param: string): S => ({
  ...mapTargets(settings, (each) => withOwnParam(each, param)),
  default_url: withClickParam(settings.default_url, param),
});
