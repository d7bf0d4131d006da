import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useScrollLock } from '../../ui/dialog/use-scroll-lock.ts';

export const SIDEBAR_ID = 'sidebar';
/** Below 861 px the sidebar is a sheet opened by the menu button. */
const NARROW = '(max-width: 860.98px)';

export interface Sheet {
  opened: boolean;
  open: () => void;
  close: () => void;
  menuButton: RefObject<HTMLButtonElement | null>;
  /** Replaces the menu button in wide windows. */
  profileLink: RefObject<HTMLAnchorElement | null>;
}

/** Closes on Escape, on a click outside, on navigation and when the window grows. */
export function useSheet(): Sheet {
  const [opened, setOpened] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const profileLink = useRef<HTMLAnchorElement>(null);
  const { pathname } = useLocation();
  const [shownOn, setShownOn] = useState(pathname);
  useScrollLock(opened);

  if (shownOn !== pathname) {
    setShownOn(pathname);
    setOpened(false);
  }

  useEffect(() => {
    if (!opened) return;
    const places = [menuButton.current, profileLink.current];
    const narrow = matchMedia(NARROW);
    const close = () => setOpened(false);
    const onKey = (event: KeyboardEvent) => {
      // Escape closes the topmost layer; a dialog may be above the sheet.
      if (event.key === 'Escape' && !document.querySelector('#modal-root [role="dialog"]')) close();
    };
    narrow.addEventListener('change', close);
    document.addEventListener('keydown', onKey);
    return () => {
      narrow.removeEventListener('change', close);
      document.removeEventListener('keydown', onKey);
      const { activeElement } = document;
      // Focusing a hidden element does nothing, so the visible one gets the focus.
      if (activeElement === document.body || activeElement?.closest(`#${SIDEBAR_ID}`)) {
        for (const place of places) place?.focus();
      }
    };
  }, [opened]);

  return { opened, open: () => setOpened(true), close: () => setOpened(false), menuButton, profileLink };
}
