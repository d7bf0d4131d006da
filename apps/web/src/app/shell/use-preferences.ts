import type { Profile } from '@poklik/contract/profile';
import { useEffect } from 'react';
import { allowShortcuts } from '../../ui/shortcut.ts';

/** What the reader chose for the whole application, beyond what single screens ask the profile for. */
export function usePreferences(profile: Profile | undefined): void {
  const { density = 'default', shortcuts = true } = profile ?? {};
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  useEffect(() => allowShortcuts(shortcuts), [shortcuts]);
}
