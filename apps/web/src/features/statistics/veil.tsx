import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

interface Veil {
  /** Some part of the screen still shows an older question. */
  isOn: boolean;
  report: (change: 1 | -1) => void;
}

const VeilContext = createContext<Veil>({ isOn: false, report: () => undefined });

interface VeilProviderProps {
  /** What all parts are asked about. */
  subject: string;
  /** The figures above everything are still those of another question. */
  isMainStale: boolean;
  children: ReactNode;
}

/** Parts are answered one by one; while some are and others are not, all of them are veiled. */
export function VeilProvider({ subject, isMainStale, children }: VeilProviderProps) {
  const [stale, setStale] = useState(0);
  const [settled, setSettled] = useState(subject);
  if (settled !== subject && !isMainStale && stale === 0) setSettled(subject);
  const isOn = settled !== subject;
  const report = useCallback((change: 1 | -1) => setStale((count) => count + change), []);
  const veil = useMemo(() => ({ isOn, report }), [isOn, report]);
  return <VeilContext value={veil}>{children}</VeilContext>;
}

/** Says whether to veil a part, and tells the others when its answer is still an older one. */
export function useVeil(isStale: boolean): boolean {
  const { isOn, report } = useContext(VeilContext);
  useEffect(() => {
    if (!isStale) return;
    report(1);
    return () => report(-1);
  }, [isStale, report]);
  return isOn || isStale;
}
