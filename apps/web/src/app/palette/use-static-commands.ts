import { LANGUAGES } from '@poklik/contract/language';
import type { Profile } from '@poklik/contract/profile';
import { ArrowRight, Copy, Keyboard, Languages, Link2, LogOut, Moon, Plus, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { hasPermission } from '../../api/current-user.ts';
import { LANGUAGE_LABELS } from '../../i18n/language.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { setThemeMode, useThemeMode } from '../../ui/theme-mode.ts';
import { NAVIGATION_KEYS, navigationItems } from '../navigation.ts';
import { useChooseLanguage } from '../use-choose-language.ts';
import type { Command } from './command.ts';

/** Which campaign URL to copy. */
export type CopiedLink = 'tracking_url' | 'postback_url';

interface CommandHandlers {
  onCopy: (link: CopiedLink) => void;
  onShortcuts: () => void;
  onLogout: () => void;
}

/** Commands that need no server request: the user's screens and actions. */
export function useStaticCommands(profile: Profile, { onCopy, onShortcuts, onLogout }: CommandHandlers): Command[] {
  const { t } = useTranslation(['sidebar', 'notifications']);
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage();
  const theme = useThemeMode() === 'dark' ? 'light' : 'dark';
  const places = navigationItems(profile);
  const hasCampaigns = places.includes('campaign') && hasPermission(profile, 'campaigns:read');

  const goTo = (path: string, label: string, keys?: string): Command => ({
    id: `place ${path}`,
    group: 'places',
    label,
    words: [path],
    icon: ArrowRight,
    to: path,
    ...(keys && profile.shortcuts && { keys }),
  });
  const action = (id: string, icon: Command['icon'], label: string, run: () => void): Command => ({
    id: `action ${id}`,
    group: 'actions',
    label,
    words: [id],
    icon,
    run,
  });
  const copy = (link: CopiedLink, icon: Command['icon'], label: string): Command => ({
    ...action(link, icon, label, () => onCopy(link)),
    staysOpen: true,
  });

  return [
    ...places.map((place) => goTo(`/${place}`, t(place), `g ${NAVIGATION_KEYS[place]}`)),
    ...(hasPermission(profile, 'notifications:write')
      ? [goTo(paths.notifications, t('notifications:title'), 'g n')]
      : []),
    ...(hasCampaigns && hasPermission(profile, 'campaigns:write')
      ? [
          {
            ...goTo(paths.campaignCreate, t('palette.new_campaign')),
            group: 'actions' as const,
            icon: Plus,
          },
        ]
      : []),
    ...(hasCampaigns
      ? [
          copy('postback_url', Copy, t('palette.copy_postback_url')),
          copy('tracking_url', Link2, t('palette.copy_tracking_url')),
        ]
      : []),
    action(`theme ${theme}`, theme === 'dark' ? Moon : Sun, t(`palette.theme_${theme}`), () => setThemeMode(theme)),
    ...LANGUAGES.filter((code) => code !== language).map((code) =>
      action(`language ${code}`, Languages, t('palette.language', { language: LANGUAGE_LABELS[code] }), () =>
        chooseLanguage(code),
      ),
    ),
    {
      ...action('shortcuts', Keyboard, t('palette.shortcuts'), onShortcuts),
      ...(profile.shortcuts && { keys: '?' }),
    },
    action('logout', LogOut, t('logout'), onLogout),
  ];
}
