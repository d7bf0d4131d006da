import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy/copy-field.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import css from './api-tokens-page.module.css';
import { Examples } from './examples-section.tsx';

/** Shows a secret once. Closes only after the user confirms it is saved. */
export function SecretDialog({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('api');
  const [saved, setSaved] = useState(false);
  const close = () => {
    setSaved(false);
    onClose();
  };
  return (
    <Modal
      opened={secret !== undefined}
      onClose={close}
      title={t('secret.title')}
      wide
      closable={saved}
      closeOnClickOutside={false}
    >
      <div className={css.column}>
        <Banner kind="warning">{t('secret.once')}</Banner>
        <CopyField label={t('secret.label')} value={secret ?? ''} />
        <Examples {...(secret !== undefined && { token: secret })} />
        <label className={css.scope}>
          <input type="checkbox" checked={saved} onChange={(event) => setSaved(event.target.checked)} />
          {t('secret.saved')}
        </label>
        <DialogActions>
          <Button variant="primary" disabled={!saved} onClick={close}>
            {t('secret.done')}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  );
}
