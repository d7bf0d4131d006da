import Cookies from 'js-cookie';

const COOKIE = 'ref';
const KEPT_DAYS = 30;

/** The referral code from the link, kept in a cookie for a month. */
export function referralCode(search: URLSearchParams): string | undefined {
  const fromLink = search.get('ref')?.trim();
  if (!fromLink) return Cookies.get(COOKIE);
  Cookies.set(COOKIE, fromLink.slice(0, 64), {
    path: '/',
    sameSite: 'strict',
    secure: location.protocol === 'https:',
    expires: KEPT_DAYS,
  });
  return fromLink.slice(0, 64);
}

export const forgetReferralCode = (): void => Cookies.remove(COOKIE, { path: '/' });
