import Cookies from 'js-cookie';

/** A cookie without an end lives as long as the session of the browser, in all its tabs. */
const COOKIE = 'notifications_shown';

/** Up to which notification the panel has already opened by itself for this reader. */
export function lastAutoOpened(readerId: number): number {
  const [id, newest] = (Cookies.get(COOKIE) ?? '').split('-').map(Number);
  return id === readerId && newest !== undefined && Number.isSafeInteger(newest) ? newest : 0;
}

export const saveLastAutoOpened = (readerId: number, newest: number): void =>
  void Cookies.set(COOKIE, `${readerId}-${newest}`, { path: '/', sameSite: 'strict' });
