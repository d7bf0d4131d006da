import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogIsOpen } from '../dialog/use-dialog-is-open.ts';
import { useNarrow } from '../use-narrow.ts';
import { showToastsWith, type Toast } from './toast.ts';
import css from './toast-list.module.css';

const SHOWN_FOR_MS = 4000;
const SHOWN_WITH_ACTION_MS = 10_000;
const AT_ONCE = 3;

export function ToastList() {
  const { t } = useTranslation('select');
  const narrow = useNarrow();
  // On a narrow screen the buttons of dialogs are at the bottom.
  const isDialogOpen = useDialogIsOpen();
  useEffect(
    () =>
      showToastsWith(({ message, kind, action }) => {
        const id = notifications.show({
          message: action ? (
            <WithAction message={message} action={action} onDone={() => notifications.hide(id)} />
          ) : (
            message
          ),
          role: kind === 'problem' ? 'alert' : 'status',
          autoClose: action ? SHOWN_WITH_ACTION_MS : SHOWN_FOR_MS,
          closeButtonProps: { 'aria-label': t('close') },
          classNames: { root: css.toast ?? '', description: css.message ?? '', closeButton: css.close ?? '' },
        });
      }),
    [t],
  );
  return (
    <Notifications
      position={narrow && isDialogOpen ? 'top-center' : 'bottom-left'}
      limit={AT_ONCE}
      zIndex="var(--z-toast)"
      transitionDuration={180}
      portalProps={{ target: '#modal-root' }}
    />
  );
}

interface WithActionProps {
  message: string;
  action: NonNullable<Toast['action']>;
  onDone: () => void;
}

function WithAction({ message, action, onDone }: WithActionProps) {
  return (
    <span className={css.line}>
      {message}
      <button
        type="button"
        className={css.action}
        onClick={() => {
          action.onSelect();
          onDone();
        }}
      >
        {action.label}
      </button>
    </span>
  );
}
