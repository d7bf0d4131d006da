import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import css from './confirm-dialog.module.css';
import { DialogActions } from './dialog-actions.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Names the action and its object. */
  title: ReactNode;
  /** The consequences of the action. */
  children?: ReactNode;
  /** The dialog closes when it resolves; an error is shown inside. */
  onConfirm: () => Promise<unknown>;
  /** "Yes" and "No" by default. */
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
}

export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  onConfirm,
  confirmLabel,
  cancelLabel,
  danger = false,
}: ConfirmDialogProps) {
  const { t } = useTranslation('select');
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirmButton = useRef<HTMLButtonElement>(null);

  // A disabled button loses the focus; it is restored after a failure to keep the keyboard in the dialog.
  useEffect(() => {
    if (failure !== undefined) confirmButton.current?.focus();
  }, [failure]);

  const close = () => {
    setFailure(undefined);
    onClose();
  };

  const confirm = async () => {
    setRunning(true);
    setFailure(undefined);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setRunning(false);
    }
  };

  return (
    <Modal opened={opened} onClose={close} title={title} closable={!running}>
      <div className={css.content}>
        {children && <div className={css.consequence}>{children}</div>}
        {failure !== undefined && (
          <Banner kind="danger" role="alert">
            {failure}
          </Banner>
        )}
        <DialogActions>
          <Button disabled={running} onClick={close} data-autofocus>
            {cancelLabel ?? t('no')}
          </Button>
          <Button
            ref={confirmButton}
            variant={danger ? 'danger' : 'primary'}
            disabled={running}
            aria-busy={running || undefined}
            onClick={() => void confirm()}
          >
            {confirmLabel ?? t('yes')}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  );
}
