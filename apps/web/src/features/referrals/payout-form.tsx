import { ACCOUNT_MAX, HOLDER_MAX, NewPayout, PAYOUT_METHODS, type PayoutMethod } from '@poklik/contract/withdrawals';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import text from '../../ui/text.module.css';
import { useSavePayout } from './referrals.queries.ts';
import css from './referrals-page.module.css';

interface PayoutFormProps {
  onSaved: () => void;
  onBack: () => void;
}

/** Payout details. Requires the password, and the owner is notified by email. */
export function PayoutForm({ onSaved, onBack }: PayoutFormProps) {
  const { t } = useTranslation('referrals');
  const { t: words } = useTranslation('withdrawal');
  const { t: control } = useTranslation('select');
  const save = useSavePayout();
  const form = useZodForm(NewPayout, { defaultValues: { method: 'bank', holder: '', account: '', password: '' } });
  const method: PayoutMethod = useWatch({ control: form.control, name: 'method' });
  const hasHolder = method === 'bank' || method === 'card';
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await save.mutateAsync(values);
        onSaved();
      }}
    >
      <p className={text.aside}>{t('details_text')}</p>
      <SelectField
        name="method"
        label={t('method')}
        options={PAYOUT_METHODS.map((each) => ({ value: each, label: words(`method.${each}`) }))}
      />
      {hasHolder && <TextField name="holder" label={t('holder')} required maxLength={HOLDER_MAX} autoComplete="name" />}
      <TextField
        name="account"
        label={t(`account.${method}`)}
        required
        maxLength={ACCOUNT_MAX}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordField name="password" label={t('password')} required autoComplete="current-password" />
      <FormError />
      <div className={css.actions}>
        <Button type="button" onClick={onBack}>
          {control('cancel')}
        </Button>
        <SubmitButton>{t('save_details')}</SubmitButton>
      </div>
    </Form>
  );
}
