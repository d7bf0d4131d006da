import { useTranslation } from 'react-i18next';
import { Button } from '../../button.tsx';
import { DialogActions } from '../../dialog/dialog-actions.tsx';
import { Modal } from '../../dialog/modal.tsx';
import css from './unsaved-dialog.module.css';
import type { UnsavedGuard } from './use-unsaved-guard.ts';

/** Asks before changes are lost: save, discard or stay. */
export function UnsavedDialog({ guard }: { guard: UnsavedGuard }) {
  const { t } = useTranslation('select');
  return (
    <Modal opened={guard.asking} onClose={guard.stay} title={t('unsaved_title')} closable={!guard.saving}>
      <p className={css.text}>{t('unsaved_text')}</p>
      <DialogActions>
        <Button onClick={guard.stay} disabled={guard.saving} data-autofocus>
          {t('stay')}
        </Button>
        <Button onClick={guard.discard} disabled={guard.saving}>
          {t('discard')}
        </Button>
        <Button variant="primary" loading={guard.saving} onClick={() => void guard.save()}>
          {t('save')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
