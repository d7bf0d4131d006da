import type { Profile } from '@poklik/contract/profile';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { useShortcuts } from '../../ui/keyboard/use-shortcuts.ts';
import { NAVIGATION_KEYS, navigationItems } from '../navigation.ts';

/** The open overlay: the command palette or the shortcut list. Undefined until first opened. */
export type OpenCommands = 'palette' | 'shortcuts' | null | undefined;

export interface Commands {
  opened: OpenCommands;
  open: (what: OpenCommands) => void;
}

/** Global shortcuts. Screens with their own search keep the slash key. */
export function useCommands(profile: Profile | undefined): Commands {
  const { t } = useTranslation(['sidebar', 'select']);
  const navigate = useNavigate();
  const localizedPath = useLocalizedPath();
  const [opened, open] = useState<OpenCommands>();
  const places = profile ? navigationItems(profile) : [];
  useShortcuts('everywhere', [
    { keys: ['mod+k', '/'], label: t('palette.title'), run: () => open('palette') },
    { keys: ['?'], label: t('palette.shortcuts'), run: () => open('shortcuts') },
  ]);
  useShortcuts(
    'go_to',
    places.map((place) => ({
      keys: [`g ${NAVIGATION_KEYS[place]}`],
      label: t(place),
      run: () => void navigate(localizedPath(`/${place}`)),
    })),
  );
  return { opened, open };
}
