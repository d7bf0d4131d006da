import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Destination } from '@poklik/contract/routing';

type Destinations = Pick<CampaignSettings, 'default_url' | 'destinations' | 'rules'>;

/** The URL with the click ID in that parameter. A URL that has the parameter stays as it is. */
export function withClickParam(url: string, param: string): string {
  const [, page = '', query, hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/su.exec(url) ?? [];
  const parts = (query ?? '').slice(1).split('&').filter(Boolean);
  if (url === '' || parts.some((part) => part.split('=', 1)[0] === param)) return url;
  return `${page}?${[...parts, `${param}={click_id}`].join('&')}${hash}`;
}

/** An offer has the parameter in its own URL. */
const withOwnParam = <D extends Destination>(each: D, param: string): D =>
  each.offer_id == null ? { ...each, url: withClickParam(each.url, param) } : each;

/** The settings with the click ID in every destination. */
export const withClickParams = <S extends Destinations>(settings: S, param: string): S => ({
  ...settings,
  default_url: withClickParam(settings.default_url, param),
  destinations: settings.destinations.map((each) => withOwnParam(each, param)),
  rules: settings.rules.map((rule) => ({
    ...rule,
    destinations: rule.destinations.map((each) => withOwnParam(each, param)),
  })),
});
