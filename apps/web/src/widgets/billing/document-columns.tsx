import type { CreditNote, creditNotesApi } from '@poklik/contract/credit-notes';
import type { Invoice, invoicesApi } from '@poklik/contract/invoices';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { download } from '../../api/download.ts';
import { formatDay } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast/toast.ts';
import css from './billing.module.css';

type Document = Pick<Invoice & CreditNote, 'id' | 'number' | 'issued_at' | 'bill_to' | 'seller'>;

/** What lists of invoices and of credit notes have in common: number and date first, then the payer, and downloads last. */
export function useDocumentColumns<Row extends Document>(
  api: typeof invoicesApi | typeof creditNotesApi,
  actions?: (row: Row) => ReactNode,
): { first: Column<Row>[]; payer: Column<Row>; last: Column<Row> } {
  const { t } = useTranslation('invoices');
  const { timezone } = useCurrentUser();
  const language = useLanguage();
  return {
    first: [
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
    ],
    payer: {
      id: 'bill_to',
      header: t('column.bill_to'),
      card: 'value',
      cell: ({ bill_to: payer }) => (
        <span className={css.payer}>
          <span>{payer.name || payer.email}</span>
          {payer.name && <span className={css.faint}>{payer.email}</span>}
        </span>
      ),
    },
    last: {
      id: 'actions',
      header: t('column.actions'),
      align: 'end',
      card: 'actions',
      cell: (row) => (
        <span className={css.actions}>
          <Downloads of={row} api={api} />
          {actions?.(row)}
        </span>
      ),
    },
  };
}

interface DownloadsProps {
  of: Document;
  api: typeof invoicesApi | typeof creditNotesApi;
}

/** The PDF, and the e-invoice if the seller has entered what it needs. */
function Downloads({ of: { id, number, seller }, api }: DownloadsProps) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const report = (error: Error) => toast(error.message, { kind: 'problem' });
  const savePdf = () => download(api.pdf, { params: { id }, query: { lang: language } }, `${number}.pdf`).catch(report);
  const saveXml = () => download(api.xml, { params: { id } }, `${number}.xml`).catch(report);
  const icon = <Download size={16} strokeWidth={1.75} aria-hidden />;
  return (
    <span className={css.downloads}>
      <Button size="sm" icon={icon} onClick={() => void savePdf()} aria-label={t('download_of', { number })}>
        PDF
      </Button>
      {seller.country_code && (
        <Button size="sm" icon={icon} onClick={() => void saveXml()} aria-label={t('download_xml', { number })}>
          XML
        </Button>
      )}
    </span>
  );
}
