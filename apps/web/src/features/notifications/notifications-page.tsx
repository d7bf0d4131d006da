import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE } from '@poklik/contract/language';
import type { Notification } from '@poklik/contract/notifications';
import { ROLES } from '@poklik/contract/roles';
import { messageIn, titleIn } from '@poklik/domain/notifications/notification-text';
import { BellOff, Info, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { DateTime } from '../../widgets/date-time.tsx';
import { NotificationCreateModal } from './notification-create-modal.tsx';
import { NotificationDetails } from './notification-details.tsx';
import { useMarkAllAsRead, useNotificationsPage, useRemoveNotification } from './notifications.queries.ts';
import css from './notifications-page.module.css';

/** The operator's announcements. */
export function NotificationsPage() {
  const { role } = useCurrentUser();
  return role === ROLES.SUPER_ADMIN ? <OperatorNotifications /> : <AccessDenied />;
}

function OperatorNotifications() {
  const { t } = useTranslation('notifications');
  const list = useListState(['created_at']);
  const query = useNotificationsPage(list.query);
  const remove = useRemoveNotification();
  const [creating, setCreating] = useState(false);
  const [removing, setRemoving] = useState<Notification | null>(null);
  const words = useNotificationText();
  const [opened, setOpened] = useState<Notification | null>(null);
  const columns = useColumns(setRemoving, setOpened);
  useMarkReadWhenShown(query.data?.unread ?? 0);

  const removeChosen = async () => {
    if (!removing) return;
    await remove.mutateAsync(removing.id);
    if (query.data?.rows.length === 1 && list.page > 1) list.goToPage(list.page - 1);
  };

  const create = () => setCreating(true);
  useCreateKey(create);

  return (
    <ListPage
      title={t('title')}
      actions={<CreateButton onClick={create}>{t('create')}</CreateButton>}
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={words.title}
      loader={<PageLoader />}
      empty={<EmptyState icon={BellOff} title={t('not_found')} text={t('not_found_text')} />}
    >
      <NotificationCreateModal opened={creating} onClose={() => setCreating(false)} />
      {opened && (
        <NotificationDetails
          notification={opened}
          audience={words.audience(opened)}
          title={words.title(opened)}
          onClose={() => setOpened(null)}
        />
      )}
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('delete_title')}
        onConfirm={removeChosen}
        danger
      >
        <p className={css.removed}>{removing && words.title(removing)}</p>
        <p className={css.consequence}>{t('delete_consequence')}</p>
      </ConfirmDialog>
    </ListPage>
  );
}

const NAME_OF_ROLE = {
  [ROLES.USER]: 'users',
  [ROLES.ADMIN]: 'administrators',
  [ROLES.SUPER_ADMIN]: 'super_administrators',
} as const;

/** Texts in the operator's language, then in the default one. */
function useNotificationText() {
  const { t } = useTranslation('notifications');
  const language = useLanguage();
  const languages = [language, DEFAULT_LANGUAGE, FALLBACK_LANGUAGE];
  return {
    audience: ({ role, tariff, segment }: Notification) =>
      segment
        ? t('segment_named', { name: segment.name })
        : tariff
          ? t('tariff_named', { name: tariff.name[language] })
          : t(`audience_${role ? NAME_OF_ROLE[role] : 'everyone'}`),
    title: (notification: Notification) => titleIn(notification, languages) ?? t('no_title'),
    message: (notification: Notification) => messageIn(notification, languages) ?? t('no_message'),
  };
}

function useColumns(
  onRemove: (notification: Notification) => void,
  onOpen: (notification: Notification) => void,
): Column<Notification>[] {
  const { t } = useTranslation('notifications');
  const { t: control } = useTranslation('select');
  const words = useNotificationText();
  return [
    {
      id: 'created_at',
      header: t('created_at'),
      sortable: true,
      card: 'value',
      cell: ({ id, created_at: createdAt }) => (
        <span className={css.created}>
          <DateTime iso={createdAt} />
          <span className={css.id}>{control('number', { id })}</span>
        </span>
      ),
    },
    {
      id: 'message',
      header: t('message'),
      card: 'title',
      cell: (notification) => (
        <>
          <span className={css.message}>{words.message(notification)}</span>
          {notification.kind === 'announcement' && (
            <span className={css.audience}>{t('announced_to', { audience: words.audience(notification) })}</span>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      header: t('actions'),
      card: 'actions',
      align: 'end',
      // Only announcements can be deleted.
      cell: (notification) =>
        notification.kind === 'announcement' && (
          <ActionsMenu
            label={control('actions_of', { name: words.title(notification) })}
            actions={[
              {
                label: t('details'),
                icon: <Info size={16} strokeWidth={1.75} aria-hidden />,
                onSelect: () => onOpen(notification),
              },
              {
                label: control('delete'),
                icon: <Trash2 size={16} strokeWidth={1.75} aria-hidden />,
                danger: true,
                onSelect: () => onRemove(notification),
              },
            ]}
          />
        ),
    },
  ];
}

/** The operator has no panel: opening this screen marks everything as read. */
function useMarkReadWhenShown(unread: number): void {
  const { mutate } = useMarkAllAsRead();
  useEffect(() => {
    if (unread > 0) mutate(undefined);
  }, [unread, mutate]);
}
