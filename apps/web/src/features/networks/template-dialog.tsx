import { type NetworkTemplate, NetworkTemplateBody } from '@poklik/contract/network-templates';
import { NETWORK_FIELDS, NETWORK_NAME_MAX } from '@poklik/contract/networks';
import { detailsOf } from '@poklik/domain/networks/template-details';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { orNull } from '../../ui/form/written-values.ts';
import { toast } from '../../ui/toast/toast.ts';
import { CurrencyField } from './currency-field.tsx';
import css from './networks.module.css';
import { useSaveTemplate } from './networks.queries.ts';
import { StatusWords } from './status-words.tsx';

/** A template to edit, or `new`. */
export type EditedTemplate = NetworkTemplate | 'new';

export function TemplateDialog({ template, onClose }: { template: EditedTemplate | null; onClose: () => void }) {
  const { t } = useTranslation('networks');
  return (
    <Modal
      opened={template !== null}
      onClose={onClose}
      title={template === 'new' ? t('templates.add') : t('templates.edit_title', { name: template?.name ?? '' })}
      wide
      closeOnClickOutside={false}
    >
      {template && <TemplateForm template={template} onDone={onClose} />}
    </Modal>
  );
}

const NEW: NetworkTemplateBody = {
  ...{ name: '', docs_url: null, click_param: null, statuses: [], default_currency: null, notes: '', is_hidden: false },
  macros: { click_id: null, payout: null, currency: null, transaction_id: null, status: null, type: null },
};

function TemplateForm({ template, onDone }: { template: EditedTemplate; onDone: () => void }) {
  const { t } = useTranslation('networks');
  const edited = template === 'new' ? NEW : { ...detailsOf(template), is_hidden: template.is_hidden };
  const form = useZodForm(NetworkTemplateBody, { defaultValues: edited as NetworkTemplateBody });
  const save = useSaveTemplate(template === 'new' ? undefined : template.code);
  const plain = { read: orNull, autoComplete: 'off', spellCheck: false } as const;
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await save.mutateAsync(body);
        toast(t('templates.saved'));
        onDone();
      }}
    >
      <FormError />
      <TextField name="name" label={t('form.name')} autoComplete="off" maxLength={NETWORK_NAME_MAX} required />
      <TextField name="docs_url" label={t('templates.docs_url')} inputMode="url" {...plain} />
      <div className={css.pair}>
        <TextField name="click_param" label={t('form.click_param')} hint={t('form.click_param_hint')} {...plain} />
        <CurrencyField />
      </div>
      <div className={css.part}>
        <h3 className={css.title}>{t('templates.macros')}</h3>
        <p className={css.line}>{t('templates.macros_text')}</p>
        <div className={css.pair}>
          {NETWORK_FIELDS.map((field) => (
            <TextField key={field} name={`macros.${field}`} label={t(`fields.${field}`)} {...plain} />
          ))}
        </div>
        <StatusWords name="statuses" />
      </div>
      <TextareaField name="notes" label={t('form.notes')} rows={2} limit={2_000} />
      <CheckboxField name="is_hidden" label={t('templates.hidden_label')} />
      <DialogActions>
        <SubmitButton>{t('form.save')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
