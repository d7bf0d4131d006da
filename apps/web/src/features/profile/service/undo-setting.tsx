import type { SettingKey, SettingsState } from '@poklik/contract/settings';
import { SettingConfirmation } from '@poklik/contract/settings-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import css from '../profile-page.module.css';
import { CodeField } from '../security/code-field.tsx';
import own from './service.module.css';
import { useUndoSetting } from './service.queries.ts';
import { confirmationOf, needsPassword } from './settings-form.ts';

interface UndoSettingProps {
  name: SettingKey;
  change: { at: string; by: string | null };
  version: number;
  onUndone: (state: SettingsState) => void;
}

/** Who changed a setting, and a button that restores what it was before. */
export function UndoSetting({ name, change, version, onUndone }: UndoSettingProps) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const [isOpen, setIsOpen] = useState(false);
  const by = change.by ?? '';
  return (
    <p className={own.change}>
      {t('changed', { date: formatDateTime(language, change.at, timezone), by })}{' '}
      <button
        type="button"
        className={own.undo}
        aria-label={`${t('undo')}: ${t(`setting.${name}`)}`}
        onClick={() => setIsOpen(true)}
      >
        {t('undo')}
      </button>
      {isOpen && <UndoDialog name={name} version={version} onClose={() => setIsOpen(false)} onUndone={onUndone} />}
    </p>
  );
}

interface UndoDialogProps extends Pick<UndoSettingProps, 'name' | 'version' | 'onUndone'> {
  onClose: () => void;
}

function UndoDialog({ name, version, onClose, onUndone }: UndoDialogProps) {
  const { t } = useTranslation('service');
  const { t: control } = useTranslation('select');
  const user = useCurrentUser();
  const undo = useUndoSetting();
  const form = useZodForm(SettingConfirmation, { defaultValues: { password: '', code: '' } });
  return (
    <Modal opened onClose={onClose} title={t('undo_title', { name: t(`setting.${name}`) })} closeOnClickOutside={false}>
      <Form
        form={form}
        onSubmit={async (confirmation) => {
          const { data } = await undo.mutateAsync({ key: name, version, ...confirmationOf(confirmation) });
          onUndone(data);
          onClose();
        }}
      >
        <FormError />
        <p className={css.text}>{t('undo_text')}</p>
        {needsPassword([name]) && (
          <>
            <PasswordField name="password" label={t('password')} autoComplete="current-password" />
            {user.totp_enabled && <CodeField label={t('code')} hint={t('code_hint')} />}
          </>
        )}
        <DialogActions>
          <Button onClick={onClose}>{control('no')}</Button>
          <SubmitButton>{t('undo')}</SubmitButton>
        </DialogActions>
      </Form>
    </Modal>
  );
}
