import { INVOICE_STATUSES, INVOICE_TYPES, type Invoice, invoicesApi } from '@poklik/contract/invoices';
import { Download } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { download } from '../../api/download.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import { FilterSelect } from '../../ui/choice/filter-select.tsx';
import { type ListFilters, useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useCreditNotesTable } from '../../widgets/billing/credit-notes-table.tsx';
import { useInvoicesTable } from '../../widgets/billing/invoices-table.tsx';
import { RefundDialog } from '../../widgets/billing/refund-dialog.tsx';
import { InvoiceActionDialog } from './invoice-action-dialog.tsx';
import css from './invoices-page.module.css';

const FILTERS = ['search', 'status', 'type'] as const;

type InvoiceAction = ComponentProps<typeof InvoiceActionDialog>['act'];

/** The operator sees all invoices; other users their own. */
export function InvoicesPage() {
  const isNotes = new URLSearchParams(useLocation().search).get('tab') === 'credit_notes';
  if (!hasPermission(useCurrentUser(), 'billing:read')) return <AccessDenied />;
  return isNotes ? <CreditNotes /> : <Invoices />;
}

function ViewChoice({ chosen }: { chosen: 'invoices' | 'credit_notes' }) {
  const { t } = useTranslation('invoices');
  return (
    <div className={css.views}>
      <ChoiceLinks
        label={t('tabs')}
        choices={[
          { label: t('title'), to: { search: '' }, chosen: chosen === 'invoices' },
          { label: t('notes.title'), to: { search: '?tab=credit_notes' }, chosen: chosen === 'credit_notes' },
        ]}
      />
    </div>
  );
}

function CreditNotes() {
  const { t } = useTranslation('invoices');
  const filters = useListFilters(['search']);
  const isOperator = hasPermission(useCurrentUser(), 'invoices:write');
  const table = useCreditNotesTable({ search: filters.values.search, withPayer: isOperator });
  return (
    <ListPage
      {...table}
      title={t('notes.title')}
      above={<ViewChoice chosen="credit_notes" />}
      toolbar={<ListSearch filters={filters} placeholder={t('filter.search')} />}
    />
  );
}

function Invoices() {
  const { t } = useTranslation('invoices');
  const reader = useCurrentUser();
  const canAct = hasPermission(reader, 'invoices:write');
  const filters = useListFilters(FILTERS);
  const filter = filterOf(filters.values);
  const [acted, setActed] = useState<{ invoice: Invoice; act: InvoiceAction } | null>(null);
  const [refunded, setRefunded] = useState<Invoice | null>(null);
  const exportAll = () =>
    download(invoicesApi.export, { query: filter }, 'invoices.csv').catch((error: Error) =>
      toast(error.message, { kind: 'problem' }),
    );
  const table = useInvoicesTable({
    filter,
    ...(canAct && {
      withPayer: true,
      actsOn: (invoice) => [
        ...(isRefundable(invoice) ? [{ label: t('refund'), onSelect: () => setRefunded(invoice) }] : []),
        ...availableActions(invoice).map((act) => ({
          label: t(act === 'voidInvoice' ? 'void' : 'mark_paid'),
          danger: act === 'voidInvoice',
          onSelect: () => setActed({ invoice, act }),
        })),
      ],
    }),
  });
  return (
    <ListPage
      {...table}
      title={t('title')}
      above={<ViewChoice chosen="invoices" />}
      actions={
        reader.team.can_export && (
          <Button icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={() => void exportAll()}>
            {t('export')}
          </Button>
        )
      }
      toolbar={
        <>
          <ListSearch filters={filters} placeholder={t('filter.search')} />
          <FilterSelect
            label={t('column.status')}
            anyLabel={t('filter.any_status')}
            options={INVOICE_STATUSES.filter((status) => status !== 'draft').map((status) => ({
              value: status,
              label: t(`status.${status}`),
            }))}
            value={filter.status ?? null}
            onChange={(status) => filters.set('status', status)}
          />
          <FilterSelect
            label={t('column.type')}
            anyLabel={t('filter.any_type')}
            options={INVOICE_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
            value={filter.type ?? null}
            onChange={(type) => filters.set('type', type)}
          />
        </>
      }
    >
      {acted && <InvoiceActionDialog {...acted} onClose={() => setActed(null)} />}
      {refunded && <RefundDialog invoice={refunded} onClose={() => setRefunded(null)} />}
    </ListPage>
  );
}

const isRefundable = ({ status, type, total, refunded }: Invoice): boolean =>
  status === 'paid' && type !== 'deposit' && Number(total) > Number(refunded);

/** Manual actions available for an invoice. */
function availableActions({ status, type }: Invoice): InvoiceAction[] {
  const isOwed = status === 'open' || status === 'uncollectible';
  if (isOwed) return ['markPaid', 'voidInvoice'];
  return status === 'paid' && type !== 'deposit' ? ['voidInvoice'] : [];
}

/** Invalid values are ignored. */
function filterOf({ search, ...chosen }: ListFilters<(typeof FILTERS)[number]>['values']) {
  const status = INVOICE_STATUSES.find((each) => each === chosen.status);
  const type = INVOICE_TYPES.find((each) => each === chosen.type);
  return { ...(status && { status }), ...(type && { type }), ...(search && { search }) };
}
