import { useEffect, useState } from 'react';

const inSeconds = (seconds: number): number => Date.now() + seconds * 1000;

/** Seconds left, counted by the clock, because timers of a hidden tab are slow. Runs from the start when given any. */
export function useCountdown(initial: number): { left: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(() => inSeconds(initial));
  const [left, setLeft] = useState(Math.ceil(initial));

  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);

  return {
    left,
    start: (seconds) => {
      setUntil(inSeconds(seconds));
      setLeft(Math.ceil(seconds));
    },
  };
}
