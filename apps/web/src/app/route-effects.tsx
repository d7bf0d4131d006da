import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from 'react-router';
import { pathWithoutLanguage } from '../i18n/language.ts';
import { useDelayed } from '../ui/state/delayed.tsx';
import css from './route-effects.module.css';
import { settings } from './settings.ts';
import { useScreenHandle } from './use-screen-handle.ts';

/** On navigation: sets the title, scrolls to the top and focuses the heading. */
export function RouteEffects() {
  useDocumentTitle();
  useScrollAndFocusReset();
  const waiting = useDelayed(useNavigation().state === 'loading');
  return waiting ? <div className={css.progress} aria-hidden /> : null;
}

function useDocumentTitle(): void {
  const { t } = useTranslation('select');
  const handle = useScreenHandle();
  const title = handle ? `${t(handle.title)} · ${settings.appName}` : settings.appName;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function useScrollAndFocusReset(): void {
  const { pathname } = useLocation();
  const screen = pathWithoutLanguage(pathname);
  const previous = useRef(screen);

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useEffect(() => {
    if (pathname) window.scrollTo(0, 0);
  }, [pathname]);

  useEffect(() => {
    // The first screen keeps the browser's focus; a language change keeps the current one.
    if (previous.current === screen) return;
    previous.current = screen;
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [screen]);
}
