import type { CustomerPayment } from '@poklik/contract/customer-billing';
import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Badge, type BadgeLook } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import text from '../../../ui/text.module.css';
import { DateTime } from '../../../widgets/date-time.tsx';
import { useCustomerPayments } from './customer.queries.ts';

const LOOKS: Record<CustomerPayment['status'], BadgeLook> = {
  pending: { kind: 'warning', shape: 'clock' },
  paid: { kind: 'success', shape: 'check' },
  failed: { kind: 'danger', shape: 'cross' },
  needs_action: { kind: 'info', shape: 'half' },
};

/** Payments and automatic charges at providers. */
export function PaymentsTable({ userId }: { userId: number }) {
  const { t } = useTranslation('customers');
  const list = useListState(['created_at']);
  const query = useCustomerPayments(userId, list.query);
  return (
    <DataTable
      label={t('money.payments')}
      columns={useColumns()}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ id }) => t('payments.number', { id })}
      empty={<EmptyState icon={CreditCard} title={t('payments.empty')} text={t('payments.empty_text')} />}
    />
  );
}

function useColumns(): Column<CustomerPayment>[] {
  const { t } = useTranslation('customers');
  const { t: invoices } = useTranslation('invoices');
  const language = useLanguage();
  return [
    {
      id: 'created_at',
      header: t('payments.at'),
      sortable: true,
      card: 'value',
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    {
      id: 'purpose',
      header: t('payments.purpose'),
      card: 'title',
      wide: true,
      cell: ({ purpose, attempt, failure }) => (
        <span className={text.stacked}>
          <span>{t(`payments.purposes.${purpose}`)}</span>
          {attempt !== null && <span className={text.aside}>{t('payments.attempt', { number: attempt })}</span>}
          {failure && <span className={text.aside}>{invoices(`failure.${failure}`)}</span>}
        </span>
      ),
    },
    { id: 'provider', header: t('payments.provider'), priority: 3, card: 'value', cell: ({ provider }) => provider },
    {
      id: 'amount',
      header: t('payments.amount'),
      align: 'end',
      card: 'value',
      cell: ({ amount, currency }) => <span className={text.nowrap}>{formatMoney(language, amount, currency)}</span>,
    },
    {
      id: 'status',
      header: t('payments.status'),
      card: 'badge',
      cell: ({ status }) => <Badge {...LOOKS[status]}>{t(`payments.states.${status}`)}</Badge>,
    },
  ];
}
