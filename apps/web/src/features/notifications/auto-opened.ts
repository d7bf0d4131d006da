import Cookies from 'js-cookie';

/** A session cookie, shared by all tabs. */
const COOKIE = 'notifications_shown';

/** The last notification that the panel auto-opened for. */
export function lastAutoOpened(readerId: number): number {
  const [id, newest] = (Cookies.get(COOKIE) ?? '').split('-').map(Number);
  return id === readerId && newest !== undefined && Number.isSafeInteger(newest) ? newest : 0;
}

export const saveLastAutoOpened = (readerId: number, newest: number): void =>
  void Cookies.set(COOKIE, `${readerId}-${newest}`, { path: '/', sameSite: 'strict' });
