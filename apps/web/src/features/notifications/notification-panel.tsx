import { FALLBACK_LANGUAGE } from '@poklik/contract/language';
import type { Notification } from '@poklik/contract/notifications';
import type { Profile } from '@poklik/contract/profile';
import { messageIn, titleIn } from '@poklik/domain/notifications/notification-text';
import { CheckCheck } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExactTime, formatRelative } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useScrollLock } from '../../ui/dialog/use-scroll-lock.ts';
import { useDelayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import css from './notification-panel.module.css';
import { useMarkAllAsRead, useMessages } from './notifications.queries.ts';

interface NotificationPanelProps {
  id: string;
  profile: Profile;
  unread: number;
  /** Closing: still visible, but inert. */
  closing: boolean;
}

export function NotificationPanel({ id, profile, unread, closing }: NotificationPanelProps) {
  const { t } = useTranslation('notifications');
  const { t: control } = useTranslation('select');
  const messages = useMessages(true);
  const [earlierShown, setEarlierShown] = useState(false);
  const loading = useDelayed(messages.isPending);
  useScrollLock(!closing);

  const all = messages.data?.pages.flatMap((page) => page.notifications) ?? [];
  const listed = unread > 0 || earlierShown ? all : [];
  const small = unread === 0 && listed.length === 0;

  return (
    <section
      id={id}
      className={css.panel}
      data-closing={closing || undefined}
      data-small={small || undefined}
      role="dialog"
      aria-label={t('title')}
      inert={closing}
    >
      <PanelHeader unread={unread} />
      {loading && (
        <p className={css.note} role="status">
          {control('loading')}
        </p>
      )}
      {messages.error && all.length === 0 && (
        <ErrorCard message={messages.error.message} onRetry={() => messages.refetch()} />
      )}
      {small && messages.isSuccess && <p className={css.note}>{t('all_read')}</p>}
      {listed.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls, so a keyboard has to reach it.
        <ul className={css.items} tabIndex={0}>
          {listed.map((message) => (
            <NotificationItem key={message.id} notification={message} timezone={profile.timezone} />
          ))}
        </ul>
      )}
      {small && all.length > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setEarlierShown(true)}>
          {t('show_earlier')}
        </Button>
      )}
      {!small && messages.hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          loading={messages.isFetchingNextPage}
          onClick={() => void messages.fetchNextPage()}
        >
          {t('show_earlier')}
        </Button>
      )}
    </section>
  );
}

function PanelHeader({ unread }: { unread: number }) {
  const { t } = useTranslation('notifications');
  const readAll = useMarkAllAsRead();
  return (
    <>
      <div className={css.header}>
        <div>
          {/* No heading: the bell comes before the page heading. */}
          <p className={css.title}>{t('title')}</p>
          <p className={css.count} role="status">
            {t('new_messages', { count: unread })}
          </p>
        </div>
        {unread > 0 && (
          <Button
            size="sm"
            variant="ghost"
            icon={<CheckCheck size={16} strokeWidth={1.75} aria-hidden />}
            loading={readAll.isPending}
            onClick={() => readAll.mutate(undefined)}
          >
            {t('read_all')}
          </Button>
        )}
      </div>
      {readAll.error && (
        <Banner kind="danger" role="alert">
          {readAll.error.message}
        </Banner>
      )}
    </>
  );
}

interface NotificationItemProps {
  notification: Notification;
  timezone: string;
}

/** Memoized, so closing doesn't re-render the notifications. */
const NotificationItem = memo(function NotificationItem({ notification, timezone }: NotificationItemProps) {
  const { t } = useTranslation('notifications');
  const language = useLanguage();
  const languages = [language, FALLBACK_LANGUAGE];
  const { created_at: createdAt, read } = notification;
  return (
    <li className={css.item} data-unread={!read || undefined}>
      <p className={css.itemTitle}>
        {!read && <span className={css.unseen}>{t('unread')}: </span>}
        {titleIn(notification, languages) ?? t('no_title')}
      </p>
      <p className={css.message}>{messageIn(notification, languages) ?? t('no_message')}</p>
      <time className={css.time} dateTime={createdAt} title={formatExactTime(language, createdAt, timezone)}>
        {formatRelative(language, createdAt, timezone, new Date())}
      </time>
    </li>
  );
});
