import { type Connection, ConnectionForm } from '@poklik/contract/connections';
import { PLATFORMS } from '@poklik/contract/platforms';
import { PLATFORM_FIELDS } from '@poklik/domain/connections/platform-fields';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../ui/copy/copy-field.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { toBody, toForm } from './connection-values.ts';
import css from './connections.module.css';
import { useSaveConnection } from './connections.queries.ts';
import { EventFields } from './event-fields.tsx';

interface ConnectionDialogProps {
  opened: boolean;
  /** Null for a new one. */
  connection: Connection | null;
  onClose: () => void;
}

export function ConnectionDialog({ opened, connection, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('connections');
  const title = connection ? t('form.edit_title', { name: connection.name }) : t('form.add_title');
  return (
    <Modal opened={opened} onClose={onClose} title={title} wide closeOnClickOutside={false}>
      <ConnectionFields connection={connection} onDone={onClose} />
    </Modal>
  );
}

function ConnectionFields({ connection, onDone }: { connection: Connection | null; onDone: () => void }) {
  const { t } = useTranslation('connections');
  const form = useZodForm(ConnectionForm, { defaultValues: toForm(connection) });
  const save = useSaveConnection();
  const submit = async (values: ConnectionForm) => {
    await save.mutateAsync({ id: connection?.id, body: toBody(values) });
    toast(t(connection ? 'form.saved' : 'form.added'));
    onDone();
  };
  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      <PlatformFields connection={connection} />
      <EventFields />
      <CheckboxField name="is_active" label={t('form.is_active')} />
      <DialogActions>
        <SubmitButton>{t(connection ? 'form.save' : 'add')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}

const PLATFORM_OPTIONS = PLATFORMS.map((platform) => ({ value: platform, label: PLATFORM_FIELDS[platform].name }));

/** The platform, the account there, and what it needs to let us in. */
function PlatformFields({ connection }: { connection: Connection | null }) {
  const { t } = useTranslation('connections');
  const { control, setValue } = useFormContext<ConnectionForm>();
  const platform = useWatch({ control, name: 'platform' });
  const fields = PLATFORM_FIELDS[platform];
  const isKept = (name: Connection['credentials'][number]) =>
    connection?.platform === platform && connection.credentials.includes(name);
  /** Microsoft calls two of them differently. */
  const labelsOf = (name: (typeof fields.settings)[number]) =>
    platform === 'microsoft' && (name === 'manager_account' || name === 'client_id')
      ? { label: t(`microsoft.${name}`), hint: t(`microsoft.${name}_hint`), required: true }
      : { label: t(`form.${name}`), hint: t(`form.${name}_hint`) };
  const suggest = (value: string | null) => {
    const [event = ''] = PLATFORM_FIELDS[PLATFORMS.find((each) => each === value) ?? platform].events;
    setValue('events', [{ type: 'lead', event }]);
  };
  return (
    <>
      <div className={css.pair}>
        <SelectField name="platform" label={t('form.platform')} options={PLATFORM_OPTIONS} onPick={suggest} />
        <TextField name="name" label={t('form.name')} autoComplete="off" maxLength={64} required />
      </div>
      {platform !== 'google_file' && (
        <div className={css.pair}>
          <TextField name="account" label={t(`account.${platform}`)} autoComplete="off" spellCheck={false} required />
          {fields.settings.map((name) => (
            <TextField key={name} name={name} {...labelsOf(name)} autoComplete="off" spellCheck={false} />
          ))}
        </div>
      )}
      {fields.canTest && <CheckboxField name="is_test" label={t('form.is_test')} />}
      <p className={css.line}>{t(`help.${platform}`)}</p>
      {platform === 'google_file' && <FileAddress url={connection?.file_url ?? null} />}
      {fields.credentials.map((name) => (
        <TextField
          key={name}
          name={`credentials.${name}`}
          label={t(`form.${name}`)}
          hint={isKept(name) ? t('form.kept') : t('form.hidden')}
          type="password"
          autoComplete="off"
          spellCheck={false}
        />
      ))}
    </>
  );
}

function FileAddress({ url }: { url: string | null }) {
  const { t } = useTranslation('connections');
  if (url === null) return <p className={css.line}>{t('form.file_url_after')}</p>;
  return (
    <div>
      <CopyField label={t('form.file_url')} value={url} />
      <p className={css.line}>{t('form.file_url_hint')}</p>
    </div>
  );
}
