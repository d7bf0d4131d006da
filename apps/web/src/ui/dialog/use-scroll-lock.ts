import { useEffect } from 'react';
import { afterPaint } from '../after-paint.ts';
import './scroll-lock.css';

let locks = 0;

/**
 * Prevents scrolling behind an open panel or dialog; locks can be nested. Unlocking reflows the whole page, so it waits
 * until the closing click has been painted.
 */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return;
    const root = document.documentElement;
    if (locks === 0) root.setAttribute('data-scroll-locked', '');
    locks += 1;
    const letGo = () => {
      locks -= 1;
      if (locks === 0) root.removeAttribute('data-scroll-locked');
    };
    return () => void afterPaint().then(letGo);
  }, [locked]);
}
