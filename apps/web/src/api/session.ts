import { SESSION_COOKIE } from '@poklik/contract/session-cookie';
import Cookies from 'js-cookie';

const REAL_TOKEN = 'realToken';

const attributes = (): Cookies.CookieAttributes => ({
  path: '/',
  sameSite: 'strict',
  secure: location.protocol === 'https:',
});

export const currentToken = (): string | undefined => Cookies.get(SESSION_COOKIE) || undefined;

/** Logged in means the cookie exists; the server decides whether the token is valid. */
export const isSignedIn = (): boolean => currentToken() !== undefined;

export const saveToken = (token: string): void => {
  Cookies.set(SESSION_COOKIE, token, attributes());
};

export const removeToken = (): void => Cookies.remove(SESSION_COOKIE, { path: '/' });

export const isImpersonating = (): boolean => Cookies.get(REAL_TOKEN) !== undefined;

/** Continues as another user and keeps the own token for the return. */
export async function startImpersonation(getImpersonationToken: () => Promise<string>): Promise<void> {
  const own = currentToken();
  if (own === undefined) throw new Error('Token not found');
  const token = await getImpersonationToken();
  Cookies.set(REAL_TOKEN, own, attributes());
  saveToken(token);
}

export function endImpersonation(): void {
  const own = Cookies.get(REAL_TOKEN);
  if (own === undefined) throw new Error('Token not found');
  saveToken(own);
  Cookies.remove(REAL_TOKEN, { path: '/' });
}

type Listener = () => void;
let expiryListener: Listener = () => {};

/** Called when the server rejects the token. There is one app, so there is one listener. */
export const onSessionExpired = (listener: Listener): void => {
  expiryListener = listener;
};

/** Ignores tokens that are no longer current. */
export function handleUnauthorized(token: string | undefined): void {
  if (token !== currentToken()) return;
  if (isImpersonating()) endImpersonation();
  else removeToken();
  expiryListener();
}

/** Reloads the app so no data of one user stays on another user's screen. */
export const reloadApp = (path: string): void => location.assign(path);
