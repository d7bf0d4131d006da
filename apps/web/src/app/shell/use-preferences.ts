import type { Profile } from '@poklik/contract/profile';
import { useEffect } from 'react';
import { allowShortcuts } from '../../ui/keyboard/shortcut.ts';

/** Applies the user's app-wide preferences. */
export function usePreferences(profile: Profile | undefined): void {
  const { density = 'default', shortcuts = true } = profile ?? {};
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  useEffect(() => allowShortcuts(shortcuts), [shortcuts]);
}
