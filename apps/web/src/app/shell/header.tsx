import type { Profile } from '@poklik/contract/profile';
import { Menu, Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { MOD_KEY } from '../../ui/keyboard/shortcut.ts';
import { Logo } from '../../ui/logo.tsx';
import { LanguageSelect } from '../language-select.tsx';
import { logoImages, settings } from '../settings.ts';
import { ThemeSwitch } from '../theme-switch.tsx';
import { Avatar } from './avatar.tsx';
import css from './header.module.css';
import { type Sheet, SIDEBAR_ID } from './use-sheet.ts';

interface HeaderProps {
  profile: Profile | undefined;
  sheet: Sheet;
  onSearch: () => void;
}

export function Header({ profile, sheet, onSearch }: HeaderProps) {
  const { t } = useTranslation('sidebar');
  const localizedPath = useLocalizedPath();
  return (
    <header className={css.header}>
      <Link to={paths.root} className={css.logo} inert={sheet.opened}>
        <Logo name={settings.appName} images={logoImages} />
      </Link>
      <button
        type="button"
        className={css.search}
        // The accessible name contains the visible text, for voice control.
        aria-label={`${t('palette.title')} ${MOD_KEY} K`}
        title={`${t('palette.title')} (${MOD_KEY}+K)`}
        aria-keyshortcuts="Control+K Meta+K"
        inert={sheet.opened}
        onClick={onSearch}
      >
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <span className={css.searchWords} aria-hidden>
          {t('palette.title')} <kbd className={css.searchKeys}>{MOD_KEY} K</kbd>
        </span>
      </button>
      <div className={css.tools} inert={sheet.opened}>
        <LanguageSelect />
        <div className={css.wideOnly}>
          <ThemeSwitch />
        </div>
        <div className={css.bell}>{profile && <NotificationBell profile={profile} />}</div>
        <Link
          ref={sheet.profileLink}
          to={localizedPath(paths.profile)}
          className={css.profile}
          aria-label={profile ? undefined : t('profile')}
        >
          {profile && <Avatar profile={profile} />}
          <span className={css.name}>{profile?.name || profile?.email}</span>
        </Link>
      </div>
      <button
        ref={sheet.menuButton}
        type="button"
        className={css.menu}
        aria-expanded={sheet.opened}
        aria-controls={SIDEBAR_ID}
        aria-label={t('menu')}
        onClick={sheet.opened ? sheet.close : sheet.open}
      >
        {sheet.opened ? (
          <X size={20} strokeWidth={1.75} aria-hidden />
        ) : (
          <Menu size={20} strokeWidth={1.75} aria-hidden />
        )}
        <span className={css.menuWord} aria-hidden>
          {t('menu')}
        </span>
      </button>
    </header>
  );
}
