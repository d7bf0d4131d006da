import type { CampaignSettings } from '@poklik/contract/campaigns';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { isSignedIn } from '../../../api/session.ts';

const PAUSE_MS = 400;

interface StoredDraft {
  /** What the draft was built on; a draft of another version would undo somebody's save. */
  version: number | undefined;
  settings: CampaignSettings;
}

function read(key: string): StoredDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, kept: StoredDraft | null): void {
  try {
    if (kept) sessionStorage.setItem(key, JSON.stringify(kept));
    else sessionStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing is no reason to stop anybody from typing.
  }
}

interface SavedDraftOptions {
  key: string;
  version: number | undefined;
  form: UseFormReturn;
}

/**
 * Keeps what is typed until it is saved or given up, so that a crash, a reload or the end of the session loses nothing.
 * Answers whether such a draft was brought back.
 */
export function useSavedDraft({ key, version, form }: SavedDraftOptions): boolean {
  const [restored, setRestored] = useState(false);
  const { isDirty } = form.formState;
  const dirty = useRef(isDirty);
  dirty.current = isDirty;

  // Once, before anything is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is brought back when the form is opened, and only then.
  useEffect(() => {
    const kept = read(key);
    if (!kept) return;
    if (kept.version !== version) {
      write(key, null);
      return;
    }
    form.reset(kept.settings, { keepDefaultValues: true });
    setRestored(true);
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const { unsubscribe } = form.watch((values) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        write(key, dirty.current ? { version, settings: values as CampaignSettings } : null);
      }, PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      // Who leaves on purpose has chosen; whose session has ended has not.
      const isLost = dirty.current && !isSignedIn();
      write(key, isLost ? { version, settings: form.getValues() as CampaignSettings } : null);
    };
  }, [form, key, version]);

  // Saved or given up.
  const wasDirty = useRef(false);
  useEffect(() => {
    if (wasDirty.current && !isDirty) {
      write(key, null);
      setRestored(false);
    }
    wasDirty.current = isDirty;
  }, [isDirty, key]);

  return restored;
}
