import type { Profile } from '@poklik/contract/profile';
import { ROLES } from '@poklik/contract/roles';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { IconButton } from '../../ui/button.tsx';
import { useShortcuts } from '../../ui/keyboard/use-shortcuts.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import css from './notification-bell.module.css';
import { useUnread } from './notifications.queries.ts';
import { usePanel } from './use-panel.ts';

const NotificationPanel = lazy(async () => ({
  default: (await import('./notification-panel.tsx')).NotificationPanel,
}));

const PANEL_ID = 'notification-panel';
const BADGE_MAX = 99;

/** The header renders before the bell's texts are loaded. */
export function NotificationBell({ profile }: { profile: Profile }) {
  return (
    <Suspense>
      <LoadedBell profile={profile} />
    </Suspense>
  );
}

function LoadedBell({ profile }: { profile: Profile }) {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const localizedPath = useLocalizedPath();
  const { count: unread, newest } = useUnread();
  const isOperator = profile.role === ROLES.SUPER_ADMIN;
  const isNarrow = useNarrow();
  const place = useRef<HTMLDivElement>(null);
  const bell = useRef<HTMLButtonElement>(null);
  const toBell = useRef(() => {});
  const say = useCallback(
    () => toast(t('arrived'), { action: { label: t('open'), onSelect: () => toBell.current() } }),
    [t],
  );
  const panel = usePanel({
    readerId: profile.id,
    newest,
    autoOpens: !isOperator,
    onInstead: isNarrow ? say : undefined,
    place,
  });
  toBell.current = panel.open;
  const { state, close } = panel;

  useEffect(() => {
    if (state !== 'open') return;
    const onPointer = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      bell.current?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [state, close]);

  const press = () => {
    if (isOperator) return void navigate(localizedPath(paths.notifications));
    return state === 'open' ? close() : panel.open();
  };

  useShortcuts('go_to', [{ keys: ['g n'], label: t('title'), run: press }]);

  return (
    <div ref={place} className={css.place}>
      <IconButton
        ref={bell}
        label={unread > 0 ? t('bell_unread', { count: unread }) : t('bell')}
        onClick={press}
        {...(!isOperator && { 'aria-expanded': state === 'open', 'aria-controls': PANEL_ID })}
      >
        <Bell size={20} strokeWidth={1.75} aria-hidden />
        {unread > 0 && (
          <span className={css.count} aria-hidden>
            {unread > BADGE_MAX ? `${BADGE_MAX}+` : unread}
          </span>
        )}
      </IconButton>
      {state !== 'closed' && (
        <Suspense fallback={<div id={PANEL_ID} hidden />}>
          <NotificationPanel id={PANEL_ID} profile={profile} unread={unread} closing={state === 'closing'} />
        </Suspense>
      )}
    </div>
  );
}
