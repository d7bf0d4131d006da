import type { ClickSources } from '../clicks/click-context.ts';
import { parseClickTime } from '../clicks/click-id.ts';
import { COOKIES_MAX, readPassCookies } from '../passes/pass-cookies.ts';
import type { KnownPass } from '../passes/pass-keys.ts';
import type { SecondVisit } from './second-visit.ts';

/** Parameters of the link itself, which are not passed on. */
export interface StepParameters {
  /** Empty if the link doesn't say it. */
  landerKey: string;
  pass: string;
}

const PASS = 'pk';
const LANDER = 'l';

export function readStepParameters(query: string): StepParameters {
  const values = new URLSearchParams(query);
  return { landerKey: values.get(LANDER) ?? '', pass: values.get(PASS) ?? '' };
}

/** The rest of the query, as it was sent. */
export const withoutStepParameters = (query: string): string =>
  query
    .split('&')
    .filter((part) => ![PASS, LANDER].includes(part.split('=', 1)[0] ?? ''))
    .join('&');

/** Only the query of the page is read: what page it is plays no part. */
function passOfReferrer(referrer: string): string {
  const mark = referrer.indexOf('?');
  if (mark < 0) return '';
  return new URLSearchParams(referrer.slice(mark + 1).split('#', 1)[0]).get(PASS) ?? '';
}

/**
 * The pass of the visitor for the lander that the link names, or without one the newest: from the query, else from a
 * cookie, else from the query of the page.
 */
export function findPass(
  { passes, landers }: Pick<ClickSources, 'passes' | 'landers'>,
  { landerKey, pass }: StepParameters,
  { cookie, referrer }: Pick<SecondVisit, 'cookie' | 'referrer'>,
): KnownPass | null {
  const open = (text: string): KnownPass | null => {
    const known = text === '' ? null : passes.open(text);
    return known && (landerKey === '' || landers.find(known.landerId)?.key === landerKey) ? known : null;
  };
  const stored = readPassCookies(cookie).filter((each) => landerKey === '' || each.landerKey === landerKey);
  const newest = () =>
    stored
      .flatMap((each) => open(each.pass) ?? [])
      .reduce<KnownPass | null>((latest, each) => (latest === null || isNewer(each, latest) ? each : latest), null);
  return open(pass) ?? newest() ?? open(passOfReferrer(referrer));
}

const isNewer = (one: KnownPass, other: KnownPass): boolean =>
  one.clickId === other.clickId ? one.step > other.step : one.clickId > other.clickId;

/** Keys of the landers whose cookies are dropped, the oldest, so that five are left with that of `kept`. */
export function listOldCookies({ passes }: Pick<ClickSources, 'passes'>, cookie: string, kept: string): string[] {
  const others = readPassCookies(cookie).filter(({ landerKey }) => landerKey !== kept);
  if (others.length < COOKIES_MAX) return [];
  const timeOf = (pass: string): number => parseClickTime(passes.open(pass)?.clickId ?? '0');
  return others
    .map(({ landerKey, pass }) => ({ landerKey, time: timeOf(pass) }))
    .sort((one, other) => one.time - other.time)
    .slice(0, others.length - COOKIES_MAX + 1)
    .map(({ landerKey }) => landerKey);
}
