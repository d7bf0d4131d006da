import { type CheckedBillingDetails, NewBillingDetails } from '@poklik/contract/billing-details';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { UnsavedDialog } from '../../ui/form/unsaved/unsaved-dialog.tsx';
import { useUnsavedGuard } from '../../ui/form/unsaved/use-unsaved-guard.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { CountryField } from '../country-field.tsx';
import css from './billing.module.css';
import { useBillingDetails, useSaveDetails } from './billing.queries.ts';

/** The customer's details on future invoices. */
export function BillingDetailsForm() {
  const details = useBillingDetails();
  if (details.error && !details.data) return <ErrorCard message={details.error.message} onRetry={details.refetch} />;
  return details.data ? <Fields details={details.data} /> : null;
}

/** An address from before it had parts starts in the street, so that nothing is lost. */
function valuesOf({ address, country: _, vat_check: __, ...details }: CheckedBillingDetails): NewBillingDetails {
  const hasParts = [details.street, details.postcode, details.city].some(Boolean);
  return hasParts ? details : { ...details, street: address.replaceAll('\n', ', ').slice(0, 300) };
}

function Fields({ details }: { details: CheckedBillingDetails }) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const { vat_check: check } = details;
  const save = useSaveDetails();
  const form = useZodForm(NewBillingDetails, { defaultValues: valuesOf(details) });
  const submit = async (values: NewBillingDetails) => {
    const { data } = await save.mutateAsync(values);
    form.reset(valuesOf(data));
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
        <CountryField
          name="country_code"
          label={t('billing.country')}
          placeholder={details.country || t('billing.choose_country')}
        />
        <TextField name="street" label={t('billing.street')} autoComplete="street-address" />
        <TextField name="postcode" label={t('billing.postcode')} autoComplete="postal-code" />
        <TextField name="city" label={t('billing.city')} autoComplete="address-level2" />
        <TextField name="tax_id" label={t('billing.tax_id')} autoComplete="off" />
        <TextField
          name="vat_id"
          label={t('billing.vat_id')}
          hint={
            check
              ? t(`billing.vat_${check.result}`, { date: formatDay(language, check.checked_at, timezone) })
              : t('billing.vat_id_hint')
          }
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <CheckboxField name="is_business" label={t('billing.is_business')} />
      <p className={css.note}>{t('billing.details_note')}</p>
      <div>
        <SubmitButton>{t('billing.save')}</SubmitButton>
      </div>
      <UnsavedDialog guard={guard} />
    </Form>
  );
}
