import { LANGUAGES, type Language } from '@poklik/contract/language';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import type { Origin } from '../api/origin.ts';
import { isSignedIn, onSessionExpired, reloadApp } from '../api/session.ts';
import { applyLanguage } from '../i18n/i18n.ts';
import { pathInLanguage } from '../i18n/language.ts';
import { paths } from '../i18n/paths.ts';
import { CrashScreen } from './crash-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { PublicLayout } from './public-layout.tsx';
import { RedirectToStoredLanguage, RequireSession, RootRedirect } from './redirects.tsx';
import { RouteEffects } from './route-effects.tsx';
import { entryScreens, publicScreens, shell, signedInScreens } from './screens.ts';
import { FirstFrame } from './shell/first-frame.tsx';
import type { ScreenHandle } from './use-screen-handle.ts';

/** Keeps the shell when a screen inside it crashes. */
const withErrorBoundary = (children: RouteObject[]): RouteObject => ({ errorElement: <CrashScreen />, children });

const notFound: RouteObject = {
  path: '*',
  Component: NotFoundScreen,
  handle: { title: 'select:not_found.title' } satisfies ScreenHandle,
};

const signedIn: RouteObject = {
  Component: RequireSession,
  children: [{ ...shell, children: [withErrorBoundary(signedInScreens)] }],
};

const languageRoute = (language: Language): RouteObject => ({
  path: `/${language}`,
  caseSensitive: true,
  loader: () => applyLanguage(language).then(() => null),
  shouldRevalidate: () => false,
  children: [
    { index: true, Component: RootRedirect },
    {
      Component: PublicLayout,
      children: [withErrorBoundary([...publicScreens, notFound])],
    },
    signedIn,
  ],
});

function Root() {
  return (
    <>
      <RouteEffects />
      <Outlet />
    </>
  );
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: FirstFrame,
    errorElement: (
      <main>
        <CrashScreen />
      </main>
    ),
    children: [
      { Component: PublicLayout, children: [withErrorBoundary(entryScreens)] },
      ...LANGUAGES.map(languageRoute),
      { path: '*', Component: RedirectToStoredLanguage },
    ],
  },
];

/** The two paths of the login screen, with or without a language. */
const isEntryScreen = (pathname: string): boolean =>
  [paths.login, paths.registration].some(
    (entry) => pathname === entry || LANGUAGES.some((language) => pathname === pathInLanguage(entry, language)),
  );

type Router = ReturnType<typeof createBrowserRouter>;

/** Redirects to login when the session expires, and back afterwards. */
export function redirectOnSessionExpiry(router: Router): void {
  onSessionExpired(() => {
    // After an impersonation ends, the app reloads so no customer data stays on screen.
    if (isSignedIn()) return reloadApp(paths.login);
    const { location } = router.state;
    const origin: Origin = { from: location };
    if (!isEntryScreen(location.pathname)) void router.navigate(paths.login, { state: origin });
  });
}

export function createRouter(): Router {
  const router = createBrowserRouter(routes);
  redirectOnSessionExpiry(router);
  return router;
}
