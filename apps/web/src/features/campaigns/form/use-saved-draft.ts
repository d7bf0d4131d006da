import type { CampaignSettings } from '@poklik/contract/campaigns';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { isSignedIn } from '../../../api/session.ts';

const PAUSE_MS = 400;

interface StoredDraft {
  /** The draft's base version; applying it to another would undo someone's save. */
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

/** Keeps unsaved values across a crash, reload or expired session. Returns whether a draft was restored. */
export function useSavedDraft({ key, version, form }: SavedDraftOptions): boolean {
  const [restored, setRestored] = useState(false);
  const { isDirty } = form.formState;
  const dirty = useRef(isDirty);
  dirty.current = isDirty;

  // Once, before typing.
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
      // Leaving deliberately discards the draft; an expired session does not.
      const isLost = dirty.current && !isSignedIn();
      write(key, isLost ? { version, settings: form.getValues() as CampaignSettings } : null);
    };
  }, [form, key, version]);

  // Saved or discarded.
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
