import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

interface StaleState {
  /** Some part of the screen still shows an older question. */
  isOn: boolean;
  report: (change: 1 | -1) => void;
}

const StaleContext = createContext<StaleState>({ isOn: false, report: () => undefined });

interface StaleProviderProps {
  /** What all parts are asked about. */
  subject: string;
  /** The figures above everything are still those of another question. */
  isMainStale: boolean;
  children: ReactNode;
}

/** Parts are answered one by one; while some are and others are not, all of them are veiled. */
export function StaleProvider({ subject, isMainStale, children }: StaleProviderProps) {
  const [stale, setStale] = useState(0);
  const [settled, setSettled] = useState(subject);
  if (settled !== subject && !isMainStale && stale === 0) setSettled(subject);
  const isOn = settled !== subject;
  const report = useCallback((change: 1 | -1) => setStale((count) => count + change), []);
  const veil = useMemo(() => ({ isOn, report }), [isOn, report]);
  return <StaleContext value={veil}>{children}</StaleContext>;
}

/** Says whether to veil a part, and tells the others when its answer is still an older one. */
export function useStale(isStale: boolean): boolean {
  const { isOn, report } = useContext(StaleContext);
  useEffect(() => {
    if (!isStale) return;
    report(1);
    return () => report(-1);
  }, [isStale, report]);
  return isOn || isStale;
}
