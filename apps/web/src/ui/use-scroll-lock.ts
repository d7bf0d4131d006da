import { useEffect } from 'react';
import { afterPaint } from './after-paint.ts';
import './scroll-lock.css';

let locks = 0;

/**
 * Holds the page behind an open panel or dialog still. Several may hold it at once. Releasing it lays the whole page out
 * again, so the answer to the press that closed it is shown first.
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
