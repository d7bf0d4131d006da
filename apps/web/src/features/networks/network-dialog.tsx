import { type Network, NetworkForm } from '@poklik/contract/networks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { CurrencyField } from './currency-field.tsx';
import { fromTemplate, toBody, toForm } from './network-values.ts';
import css from './networks.module.css';
import { templatesQuery, useSaveNetwork } from './networks.queries.ts';
import { listOf, ReadingFields } from './reading-fields.tsx';
import { SignatureFields } from './signature-fields.tsx';

interface NetworkDialogProps {
  opened: boolean;
  /** Null for a new one. */
  network: Network | null;
  onClose: () => void;
}

export function NetworkDialog({ opened, network, onClose }: NetworkDialogProps) {
  const { t } = useTranslation('networks');
  const title = network ? t('form.edit_title', { name: network.name }) : t('form.add_title');
  return (
    <Modal opened={opened} onClose={onClose} title={title} wide closeOnClickOutside={false}>
      <NetworkFields network={network} onDone={onClose} />
    </Modal>
  );
}

function NetworkFields({ network, onDone }: { network: Network | null; onDone: () => void }) {
  const { t } = useTranslation('networks');
  const form = useZodForm(NetworkForm, { defaultValues: toForm(network) });
  const save = useSaveNetwork();
  const submit = async (values: NetworkForm) => {
    await save.mutateAsync({ id: network?.id, body: toBody(values, network) });
    toast(t(network ? 'form.saved' : 'form.added'));
    onDone();
  };
  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      {!network && <TemplateField />}
      <BasicFields />
      <Part part="mapping" title={t('form.reading')}>
        <ReadingFields />
      </Part>
      <Part part="signature" title={t('form.signature')}>
        <SignatureFields hasSecret={network?.signature?.has_secret ?? false} />
      </Part>
      <TextareaField name="notes" label={t('form.notes')} rows={2} limit={2_000} />
      <DialogActions>
        <SubmitButton>{t(network ? 'form.save' : 'add')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}

/** Closed at first, because most networks need no more than a name. Opens when a field in it is rejected. */
function Part({ part, title, children }: { part: 'mapping' | 'signature'; title: string; children: ReactNode }) {
  const { formState } = useFormContext<NetworkForm>();
  const isRejected = formState.errors[part] !== undefined;
  return (
    <details className={css.details} open={isRejected || undefined}>
      <summary className={css.summary}>{title}</summary>
      {children}
    </details>
  );
}

function BasicFields() {
  const { t } = useTranslation('networks');
  return (
    <>
      <TextField name="name" label={t('form.name')} autoComplete="off" maxLength={64} required />
      <div className={css.pair}>
        <TextField
          name="click_param"
          label={t('form.click_param')}
          hint={t('form.click_param_hint')}
          autoComplete="off"
          spellCheck={false}
        />
        <CurrencyField />
      </div>
      <TextField
        name="ips"
        label={t('form.ips')}
        hint={t('form.ips_hint')}
        read={listOf}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}

/** Fills the form; its words and address are taken on saving. */
function TemplateField() {
  const { t } = useTranslation('networks');
  const { control, setValue } = useFormContext<NetworkForm>();
  const { data = [] } = useQuery(templatesQuery);
  // Operators see hidden ones too.
  const templates = data.filter(({ is_hidden }) => !is_hidden);
  const code = useWatch({ control, name: 'template' });
  const chosen = templates.find((template) => template.code === code);
  const options = templates.map((template) => ({
    value: template.code,
    label: template.is_verified ? template.name : `${template.name} (${t('form.unverified')})`,
  }));
  const fill = (value: string | null) => {
    const template = templates.find((each) => each.code === value);
    if (!template) return;
    const { name, click_param, default_currency } = fromTemplate(template);
    setValue('name', name);
    setValue('click_param', click_param);
    setValue('default_currency', default_currency);
  };
  return (
    <>
      <SelectField
        name="template"
        label={t('form.template')}
        searchable
        clearable
        placeholder={t('form.no_template')}
        options={options}
        onPick={fill}
      />
      {chosen && (
        <p className={css.line}>
          {t(chosen.is_verified ? 'form.verified' : 'form.unverified_text')}{' '}
          {chosen.is_verified &&
            chosen.unverified_fields.length > 0 &&
            `${t('form.unverified_fields', { fields: chosen.unverified_fields.join(', ') })} `}
          {chosen.docs_url && (
            <a href={chosen.docs_url} target="_blank" rel="noreferrer">
              {t('form.docs')}
            </a>
          )}
        </p>
      )}
    </>
  );
}
