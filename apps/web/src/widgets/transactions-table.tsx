import { type Transaction, TransactionKind } from '@poklik/contract/transactions';
import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../format/numbers.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { ListToolbar } from '../ui/data-table/list-toolbar.tsx';
import { useListFilters } from '../ui/data-table/use-list-filters.ts';
import { useListState } from '../ui/data-table/use-list-state.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/select.tsx';
import text from '../ui/text.module.css';
import { DateTime } from './date-time.tsx';
import { useHistory } from './transactions.queries.ts';
import css from './transactions-table.module.css';

const ANY = 'any';
const KINDS = TransactionKind.options;

/** Transactions filtered by the URL: of the given user for operators, or of the current user. */
export function useTransactions(userId: number | null) {
  const list = useListState(['created_at']);
  const filters = useListFilters<'kind'>(['kind']);
  const kind = KINDS.find((each) => each === filters.values.kind);
  return { list, filters, kind, query: useHistory(userId, { ...list.query, ...(kind && { kind }) }) };
}

/** All transactions of an account. */
export function TransactionsTable({ userId }: { userId: number | null }) {
  const { t } = useTranslation('transactions');
  const { list, filters, kind, query } = useTransactions(userId);
  const columns = useHistoryColumns();
  return (
    <div>
      <ListToolbar>
        <div className={css.filter}>
          <Select
            aria-label={t('column.kind')}
            value={kind ?? ANY}
            onChange={(value) => filters.set('kind', value === ANY ? null : value)}
            options={[
              { value: ANY, label: t('any_kind') },
              ...KINDS.map((each) => ({ value: each, label: t(`kind.${each}`) })),
            ]}
          />
        </div>
      </ListToolbar>
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        query={query}
        rowId={({ id }) => id}
        rowLabel={({ id, kind: each }) => `${t(`kind.${each}`)} ${id}`}
        empty={
          <EmptyState
            icon={ArrowLeftRight}
            title={t('empty.title')}
            text={t('empty.text')}
            action={filters.isFiltered && <Button onClick={filters.clear}>{t('clear_search')}</Button>}
          />
        }
      />
    </div>
  );
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
