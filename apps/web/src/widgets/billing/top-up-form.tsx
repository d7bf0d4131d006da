import { Deposit } from '@poklik/contract/billing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import css from './billing.module.css';
import { goToCheckout, newKey, useBilling, useDeposit } from './billing.queries.ts';
import { ProviderChoice, useProvider } from './providers/provider-choice.tsx';

const AMOUNTS = ['20', '50', '100', '500'];

/** Tops up the balance through the payment provider's checkout. */
export function TopUpForm() {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const billing = useBilling();
  const deposit = useDeposit();
  const [key] = useState(newKey);
  const form = useZodForm(Deposit, { defaultValues: { amount: '' } });
  const entered = form.watch('amount');
  const [chosen, choose] = useProvider(billing.data?.providers ?? []);
  if (!billing.data) return null;
  const { currency, provider, providers, can_pay: canPay } = billing.data;
  if (provider === null) return <Banner kind="info">{t('billing.cards_off')}</Banner>;
  if (!canPay) return <Banner kind="warning">{t('billing.verify_first')}</Banner>;
  return (
    <Form
      form={form}
      onSubmit={async ({ amount }) => {
        const { data } = await deposit.mutateAsync({
          amount,
          provider: chosen?.name,
          key: `${key}-${amount}-${chosen?.name}`,
        });
        goToCheckout(data.payment_url);
      }}
    >
      <FormError />
      <div className={css.amounts}>
        {AMOUNTS.map((amount) => (
          <Button key={amount} size="sm" onClick={() => form.setValue('amount', amount, { shouldDirty: true })}>
            {formatMoney(language, amount, currency, 0)}
          </Button>
        ))}
      </div>
      <TextField name="amount" label={t('billing.amount', { currency })} inputMode="decimal" autoComplete="off" />
      <ProviderChoice
        providers={providers}
        chosen={chosen}
        onChoose={choose}
        amount={Deposit.shape.amount.safeParse(entered).success ? entered : null}
      />
      {provider === 'sandbox' && <Banner kind="info">{t('billing.sandbox')}</Banner>}
      <div>
        <SubmitButton>{t('billing.top_up')}</SubmitButton>
      </div>
    </Form>
  );
}
