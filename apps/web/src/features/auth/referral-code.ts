import Cookies from 'js-cookie';

const COOKIE = 'ref';
const KEPT_DAYS = 30;

/** The code of who sent the visitor: from the link, and for a month after it from the cookie. */
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
