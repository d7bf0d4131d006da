import { type CreditNote, creditNotesApi } from '@poklik/contract/credit-notes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable, type DataTableProps } from '../../ui/data-table/data-table.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import text from '../../ui/text.module.css';
import css from './billing.module.css';
import { useDocumentColumns } from './document-columns.tsx';

type CreditNoteQuery = NonNullable<Parameters<typeof call<typeof creditNotesApi.list>>[1]>['query'];

const useCreditNotes = (query: CreditNoteQuery) =>
  useQuery({
    queryKey: ['billing', 'credit notes', query],
    queryFn: ({ signal }) => call(creditNotesApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

interface CreditNotesTableProps {
  search?: string | undefined;
  /** For credit notes of many accounts: shows the customer in each row. */
  withPayer?: boolean;
}

/** A list of credit notes with downloads. */
export function useCreditNotesTable({ search, withPayer = false }: CreditNotesTableProps): DataTableProps<CreditNote> {
  const { t } = useTranslation('invoices');
  const list = useListState(['issued_at', 'number', 'amount']);
  const query = useCreditNotes({ ...list.query, ...(search ? { search } : {}) });
  return {
    label: t('notes.title'),
    columns: useColumns(withPayer),
    list,
    query,
    rowId: ({ id }) => id,
    rowLabel: ({ number }) => number,
    empty: (
      <EmptyState
        icon={ReceiptText}
        title={t(search ? 'notes.none_found' : 'notes.empty_title')}
        text={search ? undefined : t('notes.empty_text')}
      />
    ),
  };
}

/** The credit notes of the current user. */
export function CreditNotesTable() {
  return <DataTable {...useCreditNotesTable({})} />;
}

function useColumns(withPayer: boolean): Column<CreditNote>[] {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const { first, payer, last } = useDocumentColumns<CreditNote>(creditNotesApi);
  const money = (amount: string, currency: string) => (
    <span className={text.nowrap}>{formatMoney(language, amount, currency)}</span>
  );
  return [
    ...first,
    {
      id: 'invoice',
      header: t('notes.invoice'),
      card: 'value',
      cell: ({ invoice_number: invoice }) => <span className={css.number}>{invoice}</span>,
    },
    ...(withPayer ? [payer] : []),
    {
      id: 'amount',
      header: t('notes.amount'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ amount, currency }) => money(amount, currency),
    },
    {
      id: 'tax',
      header: t('notes.tax'),
      align: 'end',
      priority: 3,
      card: 'value',
      cell: ({ tax, currency }) => money(tax, currency),
    },
    last,
  ];
}
