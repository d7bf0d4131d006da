import { type Domain, DomainSettingsForm, NewDomain, ROOT_TEXT_MAX } from '@poklik/contract/domains';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useAddDomain, useChangeDomain } from './domains.queries.ts';

export function AddDomainForm({ onAdded }: { onAdded: (domain: Domain) => void }) {
  const { t } = useTranslation('domains');
  const add = useAddDomain();
  const form = useZodForm(NewDomain, { defaultValues: { host: '' } });
  return (
    <Form form={form} onSubmit={async ({ host }) => onAdded((await add.mutateAsync(host)).data)}>
      <FormError />
      <TextField
        name="host"
        label={t('add.host')}
        hint={t('add.host_hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        data-autofocus
      />
      <DialogActions>
        <SubmitButton>{t('add.submit')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}

const ROOT_MODES = ['none', 'page', 'redirect'] as const;

/** What the domain answers besides links. */
export function DomainSettingsFields({ domain, onSaved }: { domain: Domain; onSaved: () => void }) {
  const { t } = useTranslation(['domains', 'select']);
  const change = useChangeDomain();
  const form = useZodForm(DomainSettingsForm, {
    defaultValues: {
      root_mode: domain.root_mode,
      root_text: domain.root_text,
      root_url: domain.root_url ?? '',
      not_found_url: domain.not_found_url ?? '',
    },
  });
  const mode = useWatch({ control: form.control, name: 'root_mode' });
  return (
    <Form
      form={form}
      onSubmit={async (settings) => {
        await change.mutateAsync({ domain, settings });
        onSaved();
      }}
    >
      <FormError />
      <ChoiceField
        name="root_mode"
        label={t('settings.root', { url: `${domain.url}/` })}
        options={ROOT_MODES.map((value) => ({
          value,
          label: t(`settings.mode.${value}`),
          text: t(`settings.mode.${value}_text`),
        }))}
      />
      {mode === 'page' && (
        <TextareaField name="root_text" label={t('settings.root_text')} limit={ROOT_TEXT_MAX} rows={5} />
      )}
      {mode === 'redirect' && (
        <TextField name="root_url" type="url" label={t('settings.root_url')} autoComplete="off" required />
      )}
      <TextField
        name="not_found_url"
        type="url"
        label={t('settings.not_found_url')}
        hint={t('settings.not_found_hint')}
        autoComplete="off"
      />
      <DialogActions>
        <SubmitButton>{t('select:save')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
