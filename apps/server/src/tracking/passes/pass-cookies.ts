import { PASS_READ_MAX } from '@poklik/domain/landers/pass';

/** Where the links of landers are, so that no other request carries the cookies. */
const STEP_PATH = '/o';
/** Of older landers are dropped. */
export const COOKIES_MAX = 5;

const COOKIE = new RegExp(`(?:^|;\\s*)o_([\\w-]{1,64})=([\\w.~-]{1,${PASS_READ_MAX}})(?=;|$)`, 'g');
/** More are not looked at, because each costs a hash. */
const READ_MAX = 10;
const DAY_SECONDS = 86_400;

const flags = (isSecure: boolean): string => `HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** One for each lander, so that two open pages don't take each other's visitors. */
export const passCookie = (
  landerKey: string,
  pass: string,
  { days, isSecure }: { days: number; isSecure: boolean },
): string => `o_${landerKey}=${pass}; Path=${STEP_PATH}; Max-Age=${days * DAY_SECONDS}; ${flags(isSecure)}`;

export const dropPassCookie = (landerKey: string, isSecure: boolean): string =>
  `o_${landerKey}=; Path=${STEP_PATH}; Max-Age=0; ${flags(isSecure)}`;

/** Passes in the cookies of a request, by the key of their lander. */
export const readPassCookies = (cookie: string): { landerKey: string; pass: string }[] =>
  [...cookie.matchAll(COOKIE)].slice(0, READ_MAX).map(([, landerKey = '', pass = '']) => ({ landerKey, pass }));
