import { SESSION_COOKIE } from '@poklik/contract/session-cookie';
import Cookies from 'js-cookie';

const REAL_TOKEN = 'realToken';

const attributes = (): Cookies.CookieAttributes => ({
  path: '/',
  sameSite: 'strict',
  secure: location.protocol === 'https:',
});

export const currentToken = (): string | undefined => Cookies.get(SESSION_COOKIE) || undefined;

/** Being signed in is the mere presence of the cookie; whether the token is still good is for the server to say. */
export const isSignedIn = (): boolean => currentToken() !== undefined;

export const saveToken = (token: string): void => {
  Cookies.set(SESSION_COOKIE, token, attributes());
};

export const removeToken = (): void => Cookies.remove(SESSION_COOKIE, { path: '/' });

export const isImpersonating = (): boolean => Cookies.get(REAL_TOKEN) !== undefined;

/** Goes on as another user and keeps the own token for the way back. */
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

/** Called when the server no longer accepts the token. There is one application, so there is one listener. */
export const onSessionExpired = (listener: Listener): void => {
  expiryListener = listener;
};

/** A token that is no longer the current one has nothing to lose: its holder went on under another. */
export function handleUnauthorized(token: string | undefined): void {
  if (token !== currentToken()) return;
  if (isImpersonating()) endImpersonation();
  else removeToken();
  expiryListener();
}

/** Loads the application anew, so that nothing of one person is left on the screen of another. */
export const reloadApp = (path: string): void => location.assign(path);
