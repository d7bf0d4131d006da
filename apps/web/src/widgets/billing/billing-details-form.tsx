import { BillingDetails } from '@poklik/contract/billing';
import { useTranslation } from 'react-i18next';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { UnsavedDialog } from '../../ui/form/unsaved/unsaved-dialog.tsx';
import { useUnsavedGuard } from '../../ui/form/unsaved/use-unsaved-guard.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { toast } from '../../ui/toast/toast.ts';
import css from './billing.module.css';
import { useBillingDetails, useSaveDetails } from './billing.queries.ts';

/** The customer's details on future invoices. */
export function BillingDetailsForm() {
  const details = useBillingDetails();
  if (details.error && !details.data) return <ErrorCard message={details.error.message} onRetry={details.refetch} />;
  return details.data ? <Fields details={details.data} /> : null;
}

function Fields({ details }: { details: BillingDetails }) {
  const { t } = useTranslation('invoices');
  const save = useSaveDetails();
  const form = useZodForm(BillingDetails, { defaultValues: details });
  const submit = async (values: BillingDetails) => {
    const { data } = await save.mutateAsync(values);
    form.reset(data);
    toast(t('billing.details_saved'));
  };
  const guard = useUnsavedGuard({
    dirty: form.formState.isDirty,
    save: async () => {
      let saved = false;
      await form.handleSubmit(async (values) => {
        await submit(values);
        saved = true;
      })();
      return saved;
    },
  });
  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      <div className={css.fields}>
        <TextField name="name" label={t('billing.name')} autoComplete="organization" />
        <TextField name="tax_id" label={t('billing.tax_id')} />
        <TextField name="country" label={t('billing.country')} autoComplete="country-name" />
      </div>
      <TextareaField name="address" label={t('billing.address')} rows={2} autoComplete="street-address" />
      <p className={css.note}>{t('billing.details_note')}</p>
      <div>
        <SubmitButton>{t('billing.save')}</SubmitButton>
      </div>
      <UnsavedDialog guard={guard} />
    </Form>
  );
}
