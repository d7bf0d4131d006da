import type { Billing } from '@poklik/contract/billing';
import { CouponEntry } from '@poklik/contract/coupon-terms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { formatDay } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy/copy-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import css from '../billing.module.css';
import { goToCheckout, newKey, usePayInvoice } from '../billing.queries.ts';
import { PayInvoiceDialog } from '../providers/pay-invoice-dialog.tsx';
import { ProviderChoice, useProvider } from '../providers/provider-choice.tsx';

type Owed = NonNullable<Billing['open_invoice']>;

interface OpenInvoiceProps {
  invoice: Owed;
  currency: string;
  /** Without one, only the balance can be used. */
  providers: Billing['providers'];
}

/** What is owed, and every way to pay it. */
export function OpenInvoice({ invoice, currency, providers }: OpenInvoiceProps) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const user = useCurrentUser();
  const canPay = hasPermission(user, 'billing:pay');
  const pay = usePayInvoice();
  const [key] = useState(newKey);
  const [isChoosing, setChoosing] = useState(false);
  const payNow = async () => {
    if (providers.length > 1) return setChoosing(true);
    const method = methodOf(providers);
    const { data } = await pay.mutateAsync({ id: invoice.id, method, key });
    if (data.payment_url) goToCheckout(data.payment_url);
  };
  return (
    <div className={css.stack}>
      <Banner
        kind="warning"
        action={
          canPay && (
            <Button
              variant="primary"
              size="sm"
              loading={pay.isPending}
              onClick={() => void payNow().catch(() => undefined)}
            >
              {t('billing.pay')}
            </Button>
          )
        }
      >
        {t('billing.owed', {
          number: invoice.number,
          amount: formatMoney(language, invoice.due, currency),
          date: formatDay(language, invoice.due_at, user.timezone),
        })}
        {pay.error && <p role="alert">{pay.error.message}</p>}
        {isChoosing && (
          <PayInvoiceDialog
            invoice={{ ...invoice, currency }}
            providers={providers}
            onClose={() => setChoosing(false)}
          />
        )}
      </Banner>
      {canPay && invoice.takes_coupon && <CouponPayment invoiceId={invoice.id} providers={providers} />}
      {invoice.bank_transfer && <BankTransfer transfer={invoice.bank_transfer} />}
    </div>
  );
}

const methodOf = (providers: Billing['providers']) => (providers.length > 0 ? 'provider' : 'balance');

/** Behind a button, because most customers have no coupon. A refused code stays in the field. */
function CouponPayment({ invoiceId, providers }: { invoiceId: number; providers: Billing['providers'] }) {
  const { t } = useTranslation('invoices');
  const pay = usePayInvoice();
  const [isOpen, setOpen] = useState(false);
  const [chosen, choose] = useProvider(providers);
  const form = useZodForm(CouponEntry, { defaultValues: { coupon: '' } });
  if (!isOpen)
    return (
      <div>
        <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
          {t('billing.have_coupon')}
        </Button>
      </div>
    );
  return (
    <section className={css.card} aria-label={t('billing.coupon')}>
      <Form
        form={form}
        onSubmit={async ({ coupon }) => {
          const way = { method: methodOf(providers), provider: chosen?.name } as const;
          const { data } = await pay.mutateAsync({ id: invoiceId, ...way, coupon, key: newKey() });
          if (data.payment_url) goToCheckout(data.payment_url);
        }}
      >
        <TextField
          name="coupon"
          label={t('billing.coupon')}
          hint={t('billing.coupon_hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
        />
        <ProviderChoice providers={providers} chosen={chosen} onChoose={choose} amount={null} />
        <FormError />
        <div>
          <SubmitButton>{t('billing.pay_with_coupon')}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

function BankTransfer({ transfer }: { transfer: NonNullable<Owed['bank_transfer']> }) {
  const { t } = useTranslation('invoices');
  return (
    <section className={css.card} aria-labelledby="bank-transfer">
      <h2 id="bank-transfer" className={css.heading}>
        {t('billing.bank_transfer')}
      </h2>
      <p className={css.lines}>{transfer.details}</p>
      <CopyField label={t('billing.bank_reference')} value={transfer.reference} />
      <p className={css.note}>{t('billing.bank_hint')}</p>
    </section>
  );
}
