import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

interface StaleState {
  /** Whether a card still shows an older query. */
  isOn: boolean;
  report: (change: 1 | -1) => void;
}

const StaleContext = createContext<StaleState>({ isOn: false, report: () => undefined });

interface StaleProviderProps {
  /** The current query. */
  subject: string;
  /** The metric tiles still show an older query. */
  isMainStale: boolean;
  children: ReactNode;
}

/** Cards load one by one; while some are stale, all are dimmed together. */
export function StaleProvider({ subject, isMainStale, children }: StaleProviderProps) {
  const [stale, setStale] = useState(0);
  const [settled, setSettled] = useState(isMainStale ? null : subject);
  if (settled !== subject && !isMainStale && stale === 0) setSettled(subject);
  const isOn = settled !== subject;
  const report = useCallback((change: 1 | -1) => setStale((count) => count + change), []);
  const veil = useMemo(() => ({ isOn, report }), [isOn, report]);
  return <StaleContext value={veil}>{children}</StaleContext>;
}

/** Whether to dim a card; also reports whether its own data is stale. */
export function useStale(isStale: boolean): boolean {
  const { isOn, report } = useContext(StaleContext);
  useEffect(() => {
    if (!isStale) return;
    report(1);
    return () => report(-1);
  }, [isStale, report]);
  return isOn || isStale;
}
