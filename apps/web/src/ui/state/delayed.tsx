import { type ReactNode, useEffect, useRef, useState } from 'react';

const DELAY_MS = 200;
const MINIMUM_MS = 400;

/** Delays a loader for short waits and keeps it visible long enough to be read. */
export function useDelayed(waiting: boolean): boolean {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);

  useEffect(() => {
    if (waiting === shown) return;
    const wait = waiting ? DELAY_MS : Math.max(0, shownAt.current + MINIMUM_MS - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown(waiting);
    }, wait);
    return () => clearTimeout(timer);
  }, [waiting, shown]);

  return shown;
}

interface DelayedProps {
  waiting: boolean;
  loader: ReactNode;
  children: ReactNode;
}

/** Renders nothing for 200 ms, then the loader for at least 400 ms. */
export function Delayed({ waiting, loader, children }: DelayedProps) {
  const loading = useDelayed(waiting);
  if (loading) return loader;
  return waiting ? null : children;
}
