import { useEffect, useState } from 'react';

const SHOWN_FOR_MS = 2000;

/** `blocked`: the browser refused, so the user has to press Ctrl+C. */
export type CopyState = 'idle' | 'copied' | 'blocked';

export function useCopy(): { state: CopyState; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<CopyState>('idle');

  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return {
    state,
    copy: async (text) => {
      try {
        await navigator.clipboard.writeText(text);
        setState('copied');
      } catch {
        setState('blocked');
      }
    },
  };
}
