import { SecretForm } from '@poklik/contract/outgoing';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { DialogActions } from '../../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { FormError } from '../../../../ui/form/form-error.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../../ui/form/use-zod-form.ts';
import { ErrorCard } from '../../../../ui/state/error-card.tsx';
import { PageLoader } from '../../../../ui/state/page-loader.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import { DateTime } from '../../../../widgets/date-time.tsx';
import css from '../sections/fields.module.css';
import { useRemoveSecret, useSaveSecret, useSecrets } from './outgoing.queries.ts';

/** Names of secrets; their values are only written. */
export function SecretsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('campaigns');
  const [leaving, setLeaving] = useState<string | null>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('form.secrets.title')}
      closeOnClickOutside={false}
      // It belongs to the question above.
      closeOnEscape={leaving === null}
    >
      <div className={css.part}>
        <p className={css.text}>{t('form.secrets.text')}</p>
        {opened && <SecretList onRemove={setLeaving} />}
        <NewSecret />
        <RemoveSecret name={leaving} onClose={() => setLeaving(null)} />
      </div>
    </Modal>
  );
}

function SecretList({ onRemove }: { onRemove: (name: string) => void }) {
  const { t } = useTranslation('campaigns');
  const { data, error, refetch } = useSecrets(true);
  if (error) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  if (data.length === 0) return <p className={css.text}>{t('form.secrets.none')}</p>;
  return (
    <ul className={css.secrets}>
      {data.map(({ name, updated_at }) => (
        <li key={name}>
          <span>
            <code>{`{secret.${name}}`}</code> <DateTime iso={updated_at} />
          </span>
          <IconButton label={t('form.secrets.remove', { name })} onClick={() => onRemove(name)}>
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function RemoveSecret({ name, onClose }: { name: string | null; onClose: () => void }) {
  const { t } = useTranslation('campaigns');
  const { t: control } = useTranslation('select');
  const remove = useRemoveSecret();
  return (
    <ConfirmDialog
      opened={name !== null}
      onClose={onClose}
      title={t('form.secrets.remove_title', { name: `{secret.${name ?? ''}}` })}
      confirmLabel={t('form.secrets.remove_confirm')}
      cancelLabel={control('cancel')}
      danger
      onConfirm={async () => {
        if (name !== null) toast((await remove(name)).message);
      }}
    >
      <p>{t('form.secrets.remove_text')}</p>
    </ConfirmDialog>
  );
}

function NewSecret() {
  const { t } = useTranslation('campaigns');
  const form = useZodForm(SecretForm, { defaultValues: { name: '', value: '' } });
  const save = useSaveSecret();
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await save(values);
        toast(t('form.secrets.saved'));
        form.reset();
      }}
    >
      <FormError />
      <TextField name="name" label={t('form.secrets.name')} autoComplete="off" spellCheck={false} required />
      <TextField
        name="value"
        type="password"
        label={t('form.secrets.value')}
        hint={t('form.secrets.value_hint')}
        autoComplete="new-password"
        required
      />
      <DialogActions>
        <SubmitButton>{t('form.secrets.save')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
