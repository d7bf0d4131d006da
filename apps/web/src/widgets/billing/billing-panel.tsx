import type { Billing } from '@poklik/contract/billing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import css from './billing.module.css';
import { goToCheckout, newKey, useBilling, usePayInvoice } from './billing.queries.ts';
import { BillingDetailsForm } from './billing-details-form.tsx';
import { CouponNote } from './coupon-note.tsx';
import { CreditNotesTable } from './credit-notes-table.tsx';
import { DunningAttempts } from './dunning-attempts.tsx';
import { InvoicesTable } from './invoices-table.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { PayInvoiceDialog } from './providers/pay-invoice-dialog.tsx';
import { TopUpForm } from './top-up-form.tsx';
import { TransactionsTable } from './transactions-table.tsx';

/** Balance, deposits, invoices and billing details. */
export function BillingPanel() {
  const { t } = useTranslation('invoices');
  const user = useCurrentUser();
  const billing = useBilling(hasPermission(user, 'billing:read'));
  const canPay = hasPermission(user, 'billing:pay');
  if (!hasPermission(user, 'billing:read')) return <AccessDenied />;
  if (billing.error && !billing.data) return <ErrorCard message={billing.error.message} onRetry={billing.refetch} />;
  return (
    <Delayed waiting={!billing.data} loader={<PageLoader />}>
      <div className={css.stack}>
        {billing.data?.open_invoice && (
          <OpenInvoice
            invoice={billing.data.open_invoice}
            currency={billing.data.currency}
            providers={billing.data.providers}
          />
        )}
        {billing.data?.dunning && <DunningAttempts dunning={billing.data.dunning} />}
        <div className={css.cards}>
          <Balance />
          {canPay && (
            <section className={css.card} aria-labelledby="top-up">
              <h2 id="top-up" className={css.heading}>
                {t('billing.top_up_title')}
              </h2>
              <TopUpForm />
            </section>
          )}
          {billing.data && <PaymentMethods billing={billing.data} />}
        </div>
        <InvoicesAndTransactions />
        {canPay && (
          <section className={css.card} aria-labelledby="billing-details">
            <h2 id="billing-details" className={css.heading}>
              {t('billing.details')}
            </h2>
            <BillingDetailsForm />
          </section>
        )}
      </div>
    </Delayed>
  );
}

const VIEWS = {
  invoices: { title: 'title', Table: InvoicesTable },
  credit_notes: { title: 'notes.title', Table: CreditNotesTable },
  transactions: { title: 'billing.transactions', Table: TransactionsTable },
} as const;

/** Invoices, credit notes, or all balance transactions. */
function InvoicesAndTransactions() {
  const { t } = useTranslation('invoices');
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get('view');
  const view = asked === 'transactions' || asked === 'credit_notes' ? asked : 'invoices';
  const { Table } = VIEWS[view];
  return (
    <section className={css.stack} aria-label={t('billing.invoices_and_transactions')}>
      <ChoiceLinks
        label={t('billing.invoices_and_transactions')}
        choices={(Object.keys(VIEWS) as (keyof typeof VIEWS)[]).map((name) => ({
          label: t(VIEWS[name].title),
          to: { search: name === 'invoices' ? '?tab=billing' : `?tab=billing&view=${name}` },
          chosen: name === view,
        }))}
      />
      <Table />
    </section>
  );
}

function Balance() {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const { data } = useBilling();
  if (!data) return null;
  const { balance, credit, currency, next_charge: next } = data;
  return (
    <section className={css.card} aria-labelledby="balance">
      <h2 id="balance" className={css.heading}>
        {t('billing.balance')}
      </h2>
      <p className={css.balance}>{formatMoney(language, balance, currency)}</p>
      {data.coupon && <CouponNote coupon={data.coupon} currency={currency} />}
      <dl className={css.facts}>
        <dt>{t('billing.next_charge')}</dt>
        <dd>
          {next
            ? t('billing.charge', {
                amount: formatMoney(language, next.amount, currency),
                date: formatDay(language, next.at, timezone),
              })
            : t('billing.no_charge')}
        </dd>
        {Number(credit) > 0 && (
          <>
            <dt>{t('billing.credit')}</dt>
            <dd>{formatMoney(language, credit, currency)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

interface OpenInvoiceProps {
  /** Without one, only the balance can be used. */
  providers: Billing['providers'];
  invoice: { id: number; number: string; due: string; due_at: string };
  currency: string;
}

function OpenInvoice({ invoice, currency, providers }: OpenInvoiceProps) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const user = useCurrentUser();
  const pay = usePayInvoice();
  const [key] = useState(newKey);
  const [isChoosing, setChoosing] = useState(false);
  const payNow = async () => {
    if (providers.length > 1) return setChoosing(true);
    const method = providers.length === 1 ? 'provider' : 'balance';
    const { data } = await pay.mutateAsync({ id: invoice.id, method, key });
    if (data.payment_url) goToCheckout(data.payment_url);
  };
  return (
    <Banner
      kind="warning"
      action={
        hasPermission(user, 'billing:pay') && (
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
        <PayInvoiceDialog invoice={{ ...invoice, currency }} providers={providers} onClose={() => setChoosing(false)} />
      )}
    </Banner>
  );
}
