import { useEffect } from 'react';
import './scroll-lock.css';

let locks = 0;

/** Holds the page behind an open panel or dialog still. Several may hold it at once. */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return;
    const root = document.documentElement;
    if (locks === 0) root.setAttribute('data-scroll-locked', window.innerWidth > root.clientWidth ? 'bar' : '');
    locks += 1;
    return () => {
      locks -= 1;
      if (locks === 0) root.removeAttribute('data-scroll-locked');
    };
  }, [locked]);
}
