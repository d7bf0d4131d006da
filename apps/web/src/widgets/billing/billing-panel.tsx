import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import css from './billing.module.css';
import { useBilling } from './billing.queries.ts';
import { BillingDetailsForm } from './billing-details-form.tsx';
import { CouponNote } from './coupon-note.tsx';
import { CreditNotesTable } from './credit-notes-table.tsx';
import { DunningAttempts } from './dunning-attempts.tsx';
import { InvoicesTable } from './invoices-table.tsx';
import { OpenInvoice } from './panel/open-invoice.tsx';
import { OverageCard } from './panel/overage-card.tsx';
import { PaymentMethods } from './payment-methods.tsx';
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
            key={billing.data.open_invoice.id}
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
          {billing.data?.overage && <OverageCard overage={billing.data.overage} canChange={canPay} />}
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
