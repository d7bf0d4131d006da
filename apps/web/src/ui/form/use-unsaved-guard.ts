import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { pathWithoutLanguage } from '../../i18n/language.ts';

interface UnsavedGuardOptions {
  /** Something differs from what was loaded. */
  dirty: boolean;
  /** Answers whether it was saved; if not, the reader stays and sees why. */
  save: () => Promise<boolean>;
  /** Asked when the reader is about to leave: whether nothing would be lost after all. */
  canLeave?: () => boolean;
}

export interface UnsavedGuard {
  /** The reader is about to leave and must choose. */
  asking: boolean;
  saving: boolean;
  save: () => Promise<void>;
  discard: () => void;
  stay: () => void;
}

/**
 * Holds the reader on a page with unsaved changes until they choose. Another query of the same page is no leaving,
 * and neither is the same page in another language: what is typed stays.
 */
export function useUnsavedGuard({ dirty, save, canLeave }: UnsavedGuardOptions): UnsavedGuard {
  const [saving, setSaving] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      pathWithoutLanguage(currentLocation.pathname) !== pathWithoutLanguage(nextLocation.pathname) &&
      !canLeave?.(),
  );

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  const stay = () => blocker.reset?.();
  return {
    asking: blocker.state === 'blocked',
    saving,
    stay,
    discard: () => blocker.proceed?.(),
    save: async () => {
      setSaving(true);
      const saved = await save().catch(() => false);
      setSaving(false);
      if (saved) blocker.proceed?.();
      else stay();
    },
  };
}
