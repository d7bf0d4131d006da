import { type Transaction, TransactionKind } from '@poklik/contract/transactions';
import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { List, type ListProps } from '../../ui/list-page/list.tsx';
import { ListFilter } from '../../ui/list-page/list-filter.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import text from '../../ui/text.module.css';
import { DateTime } from '../date-time.tsx';
import { useHistory } from './transactions.queries.ts';
import css from './transactions-table.module.css';

const KINDS = TransactionKind.options;

/** A list of transactions filtered by the URL: of the given user for operators, or of the current user. */
export function useTransactionsList(userId: number | null) {
  const { t } = useTranslation('transactions');
  const list = useListState(['created_at']);
  const filters = useListFilters(['kind']);
  const kind = KINDS.find((each) => each === filters.values.kind);
  const query = useHistory(userId, { ...list.query, ...(kind && { kind }) });
  return {
    label: t('title'),
    toolbar: (
      <ListFilter
        filters={filters}
        name="kind"
        label={t('column.kind')}
        anyLabel={t('any_kind')}
        options={KINDS.map((each) => ({ value: each, label: t(`kind.${each}`) }))}
      />
    ),
    columns: useHistoryColumns(),
    list,
    query,
    rowId: ({ id }) => id,
    rowLabel: ({ id, kind: each }) => `${t(`kind.${each}`)} ${id}`,
    empty: <EmptyState icon={ArrowLeftRight} title={t('empty.title')} text={t('empty.text')} />,
    noMatches: {
      filters: { ...filters, isFiltered: kind !== undefined },
      title: t('not_found.title'),
      text: t('not_found.kind'),
      clear: t('clear_search'),
    },
  } satisfies ListProps<Transaction>;
}

/** The transactions of the current user. */
export function TransactionsTable() {
  return <List {...useTransactionsList(null)} />;
}

function useHistoryColumns(): Column<Transaction>[] {
  const { t } = useTranslation('transactions');
  const language = useLanguage();
  return [
    {
      id: 'created_at',
      header: t('column.time'),
      sortable: true,
      card: 'value',
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    {
      id: 'kind',
      header: t('column.description'),
      card: 'title',
      cell: ({ kind, reason }) => (
        <span className={css.stack}>
          <span>{t(`kind.${kind}`)}</span>
          {reason && <span className={css.aside}>{reason}</span>}
        </span>
      ),
    },
    {
      id: 'available',
      header: t('column.amount'),
      align: 'end',
      card: 'value',
      cell: (row) => <Change {...row} />,
    },
    {
      id: 'balance_after',
      header: t('column.balance_after'),
      align: 'end',
      card: 'value',
      cell: ({ balance_after: after, currency }) => (
        <span className={text.nowrap}>{formatMoney(language, after, currency)}</span>
      ),
    },
    {
      id: 'by',
      header: t('column.by'),
      priority: 3,
      cell: ({ by, staff_name: name }) => <span className={text.nowrap}>{name ?? t(`by.${by}`)}</span>,
    },
    { id: 'reference', header: t('column.reference'), priority: 3, cell: ({ reference }) => reference },
  ];
}

/** The change of the balance, with changes of reserved and pending money in small print. */
function Change({ available, reserved, pending, currency }: Transaction) {
  const { t } = useTranslation('transactions');
  const language = useLanguage();
  const signed = (amount: string) => `${Number(amount) > 0 ? '+' : ''}${formatMoney(language, amount, currency)}`;
  return (
    <span className={`${css.stack} ${css.end}`}>
      <span className={text.nowrap}>{Number(available) === 0 ? '—' : signed(available)}</span>
      {Number(reserved) !== 0 && <span className={css.aside}>{`${t('column.reserved')} ${signed(reserved)}`}</span>}
      {Number(pending) !== 0 && <span className={css.aside}>{`${t('column.pending')} ${signed(pending)}`}</span>}
    </span>
  );
}
