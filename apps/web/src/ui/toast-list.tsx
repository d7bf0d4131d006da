import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showToastsWith } from './toast.ts';
import css from './toast-list.module.css';

const SHOWN_FOR_MS = 4000;
const AT_ONCE = 3;

export function ToastList() {
  const { t } = useTranslation('select');
  useEffect(
    () =>
      showToastsWith(({ message, kind }) => {
        notifications.show({
          message,
          role: kind === 'problem' ? 'alert' : 'status',
          autoClose: SHOWN_FOR_MS,
          closeButtonProps: { 'aria-label': t('close') },
          classNames: { root: css.toast ?? '', description: css.message ?? '', closeButton: css.close ?? '' },
        });
      }),
    [t],
  );
  return (
    <Notifications
      position="bottom-left"
      limit={AT_ONCE}
      zIndex="var(--z-toast)"
      transitionDuration={180}
      portalProps={{ target: '#modal-root' }}
    />
  );
}
