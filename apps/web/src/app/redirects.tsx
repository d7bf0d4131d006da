import { Navigate, Outlet, useLocation } from 'react-router';
import type { Origin } from '../api/origin.ts';
import { isSignedIn } from '../api/session.ts';
import { pathInLanguage, storedLanguage } from '../i18n/language.ts';
import { paths } from '../i18n/paths.ts';

/** Redirects a path without a language to the stored language. */
export function RedirectToStoredLanguage() {
  const { pathname, search, hash, state } = useLocation();
  return <Navigate to={{ pathname: pathInLanguage(pathname, storedLanguage()), search, hash }} state={state} replace />;
}

export function RootRedirect() {
  const location = useLocation();
  const origin: Origin = { from: location };
  const home = pathInLanguage(paths.campaign, storedLanguage());
  return <Navigate to={isSignedIn() ? home : paths.login} state={origin} replace />;
}

export function RequireSession() {
  const location = useLocation();
  const origin: Origin = { from: location };
  return isSignedIn() ? <Outlet /> : <Navigate to={paths.login} state={origin} replace />;
}
