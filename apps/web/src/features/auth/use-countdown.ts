import { useEffect, useState } from 'react';

const inSeconds = (seconds: number): number => Date.now() + seconds * 1000;

/** Seconds left by the clock, because timers of hidden tabs are slow. Starts immediately if given seconds. */
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
