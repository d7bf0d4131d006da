import { type CreditNote, creditNotesApi } from '@poklik/contract/credit-notes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { download } from '../../api/download.ts';
import { formatDay } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable, type DataTableProps } from '../../ui/data-table/data-table.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast/toast.ts';
import css from './billing.module.css';

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
  const { timezone } = useCurrentUser();
  const language = useLanguage();
  const money = (amount: string, currency: string) => (
    <span className={text.nowrap}>{formatMoney(language, amount, currency)}</span>
  );
  return [
    {
      id: 'number',
      header: t('column.number'),
      sortable: true,
      card: 'title',
      cell: ({ number }) => <span className={css.number}>{number}</span>,
    },
    {
      id: 'issued_at',
      header: t('column.issued_at'),
      sortable: true,
      card: 'value',
      cell: ({ issued_at: issued }) => (
        <time className={text.nowrap} dateTime={issued}>
          {formatDay(language, issued, timezone)}
        </time>
      ),
    },
    {
      id: 'invoice',
      header: t('notes.invoice'),
      card: 'value',
      cell: ({ invoice_number: invoice }) => <span className={css.number}>{invoice}</span>,
    },
    ...(withPayer
      ? [
          {
            id: 'bill_to',
            header: t('column.bill_to'),
            card: 'value' as const,
            cell: ({ bill_to: payer }: CreditNote) => (
              <span className={css.payer}>
                <span>{payer.name || payer.email}</span>
                {payer.name && <span className={css.faint}>{payer.email}</span>}
              </span>
            ),
          },
        ]
      : []),
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
    {
      id: 'actions',
      header: t('column.actions'),
      align: 'end',
      card: 'actions',
      cell: (note) => <DownloadButton note={note} />,
    },
  ];
}

function DownloadButton({ note: { id, number } }: { note: CreditNote }) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const save = () =>
    download(creditNotesApi.pdf, { params: { id }, query: { lang: language } }, `${number}.pdf`).catch((error: Error) =>
      toast(error.message, { kind: 'problem' }),
    );
  return (
    <Button
      size="sm"
      icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => void save()}
      aria-label={t('download_of', { number })}
    >
      PDF
    </Button>
  );
}
