import type { Invoice } from '@poklik/contract/invoices';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { formatInteger, formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { ChoiceLinks } from '../../../ui/choice/choice-links.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { List } from '../../../ui/list-page/list.tsx';
import { MetricCard, MetricCards } from '../../../ui/metric-card.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { cardName } from '../../../widgets/billing/card-name.ts';
import { useInvoicesTable } from '../../../widgets/billing/invoices-table.tsx';
import { RefundDialog } from '../../../widgets/billing/refund-dialog.tsx';
import { useTransactionsList } from '../../../widgets/billing/transactions-table.tsx';
import css from './customer.module.css';
import { useCustomerMoney } from './customer.queries.ts';
import { PaymentsTable } from './payments-table.tsx';
import type { TabProps } from './tab-props.ts';

const VIEWS = ['invoices', 'payments', 'transactions'] as const;

/** Balance, cards and commissions of the account, and its documents. */
export function MoneyTab({ user }: TabProps) {
  const { t } = useTranslation('customers');
  const asked = new URLSearchParams(useLocation().search).get('view');
  const view = VIEWS.find((name) => name === asked) ?? 'invoices';
  const ownerId = user.owner.id;
  return (
    <div className={css.tab}>
      <Summary userId={ownerId} />
      <div className={css.part}>
        <ChoiceLinks
          label={t('tab.money')}
          choices={VIEWS.map((name) => ({
            label: t(`money.${name}`),
            to: { search: name === 'invoices' ? '?tab=money' : `?tab=money&view=${name}` },
            chosen: name === view,
          }))}
        />
        {view === 'invoices' && <Invoices userId={ownerId} />}
        {view === 'payments' && <PaymentsTable userId={ownerId} />}
        {view === 'transactions' && <Transactions userId={ownerId} />}
      </div>
    </div>
  );
}

function Summary({ userId }: { userId: number }) {
  const { t } = useTranslation('customers');
  const language = useLanguage();
  const { data, error, refetch } = useCustomerMoney(userId);
  if (error && !data) return <ErrorCard message={error.message} onRetry={refetch} />;
  const money = (amount: string | undefined) =>
    data === undefined || amount === undefined ? undefined : formatMoney(language, amount, data.currency);
  return (
    <>
      <MetricCards label={t('tab.money')}>
        <MetricCard label={t('money.available')} value={money(data?.balance.available)} />
        <MetricCard label={t('money.pending')} value={money(data?.balance.pending)} />
        <MetricCard label={t('money.credit')} value={money(data?.credit)} />
        <MetricCard
          label={t('money.commissions')}
          value={money(data?.commissions.earned)}
          note={
            data &&
            t('money.on_hold', {
              amount: money(data.commissions.on_hold),
              number: formatInteger(language, data.commissions.count),
            })
          }
        />
      </MetricCards>
      {data && (
        <section className={css.part} aria-labelledby="cards">
          <h2 id="cards" className={css.heading}>
            {t('money.cards')}
          </h2>
          {data.methods.length === 0 ? (
            <p>{t('money.no_cards')}</p>
          ) : (
            <ul className={css.cards}>
              {data.methods.map((method) => (
                <li key={method.id} className={css.card}>
                  <CreditCard size={16} strokeWidth={1.75} aria-hidden />
                  <span>
                    {cardName(method)}
                    {method.expires && ` · ${t('money.expires', { month: method.expires })}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}

function Invoices({ userId }: { userId: number }) {
  const { t } = useTranslation('invoices');
  const canRefund = hasPermission(useCurrentUser(), 'invoices:write');
  const [refunded, setRefunded] = useState<Invoice | null>(null);
  const table = useInvoicesTable({
    filter: { user: String(userId) },
    ...(canRefund && {
      actsOn: (invoice) =>
        isRefundable(invoice) ? [{ label: t('refund'), onSelect: () => setRefunded(invoice) }] : [],
    }),
  });
  return (
    <>
      <DataTable {...table} />
      {refunded && <RefundDialog invoice={refunded} onClose={() => setRefunded(null)} />}
    </>
  );
}

const isRefundable = ({ status, type, total, refunded }: Invoice): boolean =>
  status === 'paid' && type !== 'deposit' && Number(total) > Number(refunded);

function Transactions({ userId }: { userId: number }) {
  return <List {...useTransactionsList(userId)} />;
}
