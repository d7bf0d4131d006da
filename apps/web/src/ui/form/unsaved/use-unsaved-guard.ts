import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { pathWithoutLanguage } from '../../../i18n/language.ts';

interface UnsavedGuardOptions {
  /** Whether the form differs from the loaded values. */
  dirty: boolean;
  /** Resolves to whether saving succeeded; if not, the user stays on the page. */
  save: () => Promise<boolean>;
  /** Checked on navigation: true if nothing would be lost. */
  canLeave?: () => boolean;
}

export interface UnsavedGuard {
  /** Whether the dialog is open. */
  asking: boolean;
  saving: boolean;
  save: () => Promise<void>;
  discard: () => void;
  stay: () => void;
}

/**
 * Blocks navigation while there are unsaved changes. A different query string or language of the same page keeps the
 * form, so it is not blocked.
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
