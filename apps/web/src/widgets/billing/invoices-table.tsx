import { type Invoice, invoicesApi } from '@poklik/contract/invoices';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable, type DataTableProps } from '../../ui/data-table/data-table.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import type { MenuAction } from '../../ui/menu/menu-action.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast/toast.ts';
import { useHelpLink } from '../help/use-help-link.ts';
import { STATUS_LOOKS } from '../status-looks.ts';
import css from './billing.module.css';
import { goToCheckout, newKey, useBilling, useInvoices, usePayInvoice } from './billing.queries.ts';
import { useDocumentColumns } from './document-columns.tsx';
import { PayInvoiceDialog } from './providers/pay-invoice-dialog.tsx';

interface InvoicesTableProps {
  filter?: Pick<NonNullable<Parameters<typeof useInvoices>[0]>, 'status' | 'type' | 'search' | 'user'>;
  /** For invoices of many accounts: shows the customer in each row. */
  withPayer?: boolean;
  /** Actions besides downloading. */
  actsOn?: (invoice: Invoice) => MenuAction[];
}

/** A list of invoices with downloads. */
export function useInvoicesTable({
  filter = {},
  withPayer = false,
  actsOn,
}: InvoicesTableProps): DataTableProps<Invoice> {
  const { t } = useTranslation('invoices');
  const list = useListState(['issued_at', 'number', 'total', 'status']);
  const query = useInvoices({ ...list.query, ...filter });
  const actions = useActions(actsOn);
  const columns = useColumns(withPayer, actions);
  const { user: _user, ...chosen } = filter;
  const isFiltered = Object.values(chosen).some(Boolean);
  return {
    label: t('title'),
    columns,
    list,
    query,
    rowId: ({ id }) => id,
    rowLabel: ({ number }) => number,
    empty: (
      <EmptyState
        icon={ReceiptText}
        title={t(isFiltered ? 'nothing_found' : 'empty.title')}
        text={isFiltered ? undefined : t('empty.text')}
      />
    ),
  };
}

/** Customers can ask about every invoice. */
function useActions(actsOn: InvoicesTableProps['actsOn']): InvoicesTableProps['actsOn'] {
  const { t } = useTranslation('select');
  const toHelp = useHelpLink();
  if (toHelp === null) return actsOn;
  return (invoice) => [
    ...(actsOn?.(invoice) ?? []),
    { label: t('ask_for_help'), to: toHelp('invoice', String(invoice.id)) },
  ];
}

/** The invoices of the current user, who can also pay late. */
export function InvoicesTable() {
  const { t } = useTranslation('invoices');
  const canPay = hasPermission(useCurrentUser(), 'billing:pay');
  const [chosenFor, setChosenFor] = useState<Invoice | null>(null);
  const providers = useBilling().data?.providers ?? [];
  const payDirectly = usePayOwed();
  const pay = (invoice: Invoice) => (providers.length > 1 ? setChosenFor(invoice) : payDirectly(invoice));
  const actsOn = (invoice: Invoice): MenuAction[] =>
    Number(invoice.due) > 0 ? [{ label: t('billing.pay'), onSelect: () => pay(invoice) }] : [];
  return (
    <>
      <DataTable {...useInvoicesTable(canPay ? { actsOn } : {})} />
      {chosenFor && <PayInvoiceDialog invoice={chosenFor} providers={providers} onClose={() => setChosenFor(null)} />}
    </>
  );
}

function usePayOwed(): (invoice: Invoice) => void {
  const { data: billing } = useBilling();
  const pay = usePayInvoice();
  const payNow = async ({ id }: Invoice) => {
    const method = billing?.provider ? 'provider' : 'balance';
    const { data } = await pay.mutateAsync({ id, method, key: newKey() });
    if (data.payment_url) goToCheckout(data.payment_url);
  };
  return (invoice) => void payNow(invoice).catch((error: Error) => toast(error.message, { kind: 'problem' }));
}

function useColumns(withPayer: boolean, actsOn: InvoicesTableProps['actsOn']): Column<Invoice>[] {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const { first, payer, last } = useDocumentColumns<Invoice>(
    invoicesApi,
    actsOn && ((invoice) => <InvoiceActions of={invoice} actions={actsOn(invoice)} />),
  );
  return [
    ...first,
    ...(withPayer ? [payer] : []),
    {
      id: 'type',
      header: t('column.type'),
      priority: 3,
      card: 'value',
      cell: ({ type }) => <span className={text.nowrap}>{t(`type.${type}`)}</span>,
    },
    {
      id: 'status',
      header: t('column.status'),
      sortable: true,
      card: 'badge',
      cell: (invoice) => <InvoiceStatus invoice={invoice} />,
    },
    {
      id: 'total',
      header: t('column.total'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ total, currency }) => <span className={text.nowrap}>{formatMoney(language, total, currency)}</span>,
    },
    last,
  ];
}

function InvoiceStatus({ invoice: { status, due_at: dueAt, dispute_status: dispute } }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices');
  const { timezone } = useCurrentUser();
  const language = useLanguage();
  return (
    <span className={css.payer}>
      <span>
        <Badge {...STATUS_LOOKS.invoice[status]}>{t(`status.${status}`)}</Badge>
      </span>
      {status === 'open' && dueAt && (
        <span className={`${css.faint} ${text.nowrap}`}>
          {t('until', { date: formatDay(language, dueAt, timezone) })}
        </span>
      )}
      {dispute && <span className={css.faint}>{t(`dispute.${dispute}`)}</span>}
    </span>
  );
}

/** Keeps its space without actions, so that the columns before it stay aligned. */
function InvoiceActions({ of: { number }, actions }: { of: Invoice; actions: MenuAction[] }) {
  const { t } = useTranslation('select');
  if (actions.length === 0) return <span className={css.noActs} />;
  return <ActionsMenu label={t('actions_of', { name: number })} actions={actions} />;
}
