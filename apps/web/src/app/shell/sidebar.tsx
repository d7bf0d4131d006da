import type { Profile } from '@poklik/contract/profile';
import { ROLES } from '@poklik/contract/roles';
import { highlightedItem, sidebarItems } from '@poklik/domain/access/sidebar';
import { LogOut, PanelLeft } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { MOD_KEY } from '../../ui/keyboard/shortcut.ts';
import { LanguageSelect } from '../language-select.tsx';
import { NAVIGATION_KEYS } from '../navigation.ts';
import { ThemeSwitch } from '../theme-switch.tsx';
import { Avatar } from './avatar.tsx';
import css from './sidebar.module.css';
import { SidebarAccount } from './sidebar-account.tsx';
import { SidebarLink } from './sidebar-link.tsx';
import { useFocusTrap } from './use-focus-trap.ts';
import type { Rail } from './use-rail.ts';
import { type Sheet, SIDEBAR_ID } from './use-sheet.ts';

/** Rarely used, so loaded on demand. */
const LogoutDialog = lazy(() => import('./logout-dialog.tsx').then((module) => ({ default: module.LogoutDialog })));

const ROLE_NAMES = { [ROLES.USER]: 'role.user', [ROLES.ADMIN]: 'role.admin', [ROLES.SUPER_ADMIN]: 'role.super_admin' };

interface SidebarProps {
  profile: Profile | undefined;
  sheet: Sheet;
  rail: Rail;
}

export function Sidebar({ profile, sheet, rail }: SidebarProps) {
  const { t } = useTranslation(['sidebar', 'select']);
  const localizedPath = useLocalizedPath();
  // `/{language}/{screen}/…`
  const [, , screen = ''] = useLocation().pathname.split('/');
  const items = profile ? sidebarItems(profile) : [];
  const current = highlightedItem(screen, items);
  const element = useRef<HTMLElement>(null);
  // Undefined until first opened.
  const [leaving, setLeaving] = useState<boolean>();
  useFocusTrap(element, sheet.menuButton, sheet.opened && !leaving);

  return (
    <aside
      ref={element}
      id={SIDEBAR_ID}
      className={css.sidebar}
      data-opened={sheet.opened || undefined}
      aria-label={t('menu')}
      aria-busy={!profile}
    >
      {profile && (
        <Link to={localizedPath(paths.profile)} className={css.person}>
          <Avatar profile={profile} />
          <span className={css.personWords}>
            <span className={css.personName}>{profile.name || profile.email}</span>
            {profile.name && <span className={css.personMail}>{profile.email}</span>}
            <span className={css.personMail}>{t(ROLE_NAMES[profile.role])}</span>
          </span>
        </Link>
      )}

      <nav aria-label={t('sections')} className={css.nav}>
        {profile ? (
          <ul>
            {items.map((item) => (
              <li key={item} data-item={item}>
                <SidebarLink
                  item={item}
                  label={t(item)}
                  keys={profile.shortcuts ? `G ${NAVIGATION_KEYS[item].toUpperCase()}` : undefined}
                  isCurrent={item === current}
                  onFollow={sheet.close}
                />
              </li>
            ))}
          </ul>
        ) : (
          <SidebarSkeleton label={t('select:loading')} />
        )}
      </nav>

      <div className={css.foot}>
        {profile && <SidebarAccount profile={profile} onFollow={sheet.close} />}
        <div className={css.narrowOnly}>
          <LanguageSelect />
          <ThemeSwitch />
        </div>
        <button type="button" className={css.entry} title={t('logout')} onClick={() => setLeaving(true)}>
          <LogOut size={20} strokeWidth={1.75} aria-hidden />
          <span className={css.entryLabel}>{t('logout')}</span>
        </button>
        <button
          type="button"
          className={`${css.entry} ${css.railToggle}`}
          aria-expanded={!rail.collapsed}
          title={`${t(rail.collapsed ? 'expand' : 'collapse')} (${MOD_KEY}+B)`}
          onClick={rail.toggle}
        >
          <PanelLeft size={20} strokeWidth={1.75} aria-hidden />
          <span className={css.entryLabel}>{t(rail.collapsed ? 'expand' : 'collapse')}</span>
        </button>
      </div>

      <Suspense>
        {leaving !== undefined && <LogoutDialog opened={leaving} onClose={() => setLeaving(false)} />}
      </Suspense>
    </aside>
  );
}

const WIDTHS = ['62%', '48%', '70%', '56%', '66%', '44%', '60%', '52%'];

function SidebarSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className={css.skeleton}>
      <span className={css.unseen}>{label}</span>
      {WIDTHS.map((width) => (
        <span key={width} className={css.bone} style={{ width }} />
      ))}
    </div>
  );
}
