import { INVOICE_STATUSES, INVOICE_TYPES, type Invoice, invoicesApi } from '@poklik/contract/invoices';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { may, useCurrentUser } from '../../api/current-user.ts';
import { download } from '../../api/download.ts';
import { AccessDenied } from '../../ui/access-denied.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';
import { InvoicesTable } from '../../widgets/invoices-table.tsx';
import { InvoiceActDialog } from './invoice-act-dialog.tsx';
import css from './invoices-page.module.css';

/** The operator sees everybody's invoices; everybody else their own. */
export function InvoicesPage() {
  return may(useCurrentUser(), 'billing:read') ? <Invoices /> : <AccessDenied />;
}

function Invoices() {
  const { t } = useTranslation('invoices');
  const reader = useCurrentUser();
  const mayAct = may(reader, 'invoices:write');
  const [filter, setFilter] = useFilter();
  const [acted, setActed] = useState<{ invoice: Invoice; act: 'voidInvoice' | 'markPaid' } | null>(null);
  const exportAll = () =>
    download(invoicesApi.export, { query: filter }, 'invoices.csv').catch((error: Error) =>
      toast(error.message, { kind: 'problem' }),
    );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          reader.team.can_export && (
            <Button icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={() => void exportAll()}>
              {t('export')}
            </Button>
          )
        }
      />
      <search className={css.filters}>
        <label className={css.filter}>
          <span>{t('filter.search')}</span>
          <input
            type="search"
            className={css.control}
            defaultValue={filter.search ?? ''}
            placeholder={t('filter.search_hint')}
            onChange={(event) => setFilter('search', event.target.value.trim())}
          />
        </label>
        <label className={css.filter}>
          <span>{t('column.status')}</span>
          <select
            className={css.control}
            value={filter.status ?? ''}
            onChange={(event) => setFilter('status', event.target.value)}
          >
            <option value="">{t('filter.all')}</option>
            {INVOICE_STATUSES.filter((status) => status !== 'draft').map((status) => (
              <option key={status} value={status}>
                {t(`status.${status}`)}
              </option>
            ))}
          </select>
        </label>
        <label className={css.filter}>
          <span>{t('column.type')}</span>
          <select
            className={css.control}
            value={filter.type ?? ''}
            onChange={(event) => setFilter('type', event.target.value)}
          >
            <option value="">{t('filter.all')}</option>
            {INVOICE_TYPES.map((type) => (
              <option key={type} value={type}>
                {t(`type.${type}`)}
              </option>
            ))}
          </select>
        </label>
      </search>
      <InvoicesTable
        filter={filter}
        withPayer={mayAct}
        actions={(invoice) => mayAct && <Acts invoice={invoice} onAct={(act) => setActed({ invoice, act })} />}
      />
      {acted && <InvoiceActDialog {...acted} onClose={() => setActed(null)} />}
    </>
  );
}

function Acts({ invoice, onAct }: { invoice: Invoice; onAct: (act: 'voidInvoice' | 'markPaid') => void }) {
  const { t } = useTranslation('invoices');
  const { number, status, type } = invoice;
  const isOwed = status === 'open' || status === 'uncollectible';
  return (
    <>
      {isOwed && (
        <Button size="sm" onClick={() => onAct('markPaid')} aria-label={t('mark_paid_of', { number })}>
          {t('mark_paid')}
        </Button>
      )}
      {(isOwed || (status === 'paid' && type !== 'deposit')) && (
        <Button size="sm" variant="ghost" onClick={() => onAct('voidInvoice')} aria-label={t('void_of', { number })}>
          {t('void')}
        </Button>
      )}
    </>
  );
}

/** In the address, so that a link shows the same invoices. */
function useFilter() {
  const [search, setSearch] = useSearchParams();
  const status = INVOICE_STATUSES.find((each) => each === search.get('status'));
  const type = INVOICE_TYPES.find((each) => each === search.get('type'));
  const text = search.get('search');
  const filter = { ...(status ? { status } : {}), ...(type ? { type } : {}), ...(text ? { search: text } : {}) };
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [filter, set] as const;
}
