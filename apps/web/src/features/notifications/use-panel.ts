import { useEffect, useRef, useState } from 'react';

/** How long the panel takes to leave. */
export const CLOSING_MS = 500;

type PanelState = 'closed' | 'open' | 'closing';

export interface Panel {
  state: PanelState;
  open: () => void;
  close: () => void;
}

/** Opens by itself whenever the number of unread messages grows: on loading, and when a new one arrives. */
export function usePanel(unread: number, opensItself: boolean): Panel {
  const [state, setState] = useState<PanelState>('closed');
  const seen = useRef(0);

  useEffect(() => {
    if (opensItself && unread > seen.current) setState('open');
    seen.current = unread;
  }, [unread, opensItself]);

  useEffect(() => {
    if (state !== 'closing') return;
    const timer = setTimeout(() => setState('closed'), CLOSING_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return {
    state,
    open: () => setState('open'),
    close: () => setState((now) => (now === 'open' ? 'closing' : now)),
  };
}
