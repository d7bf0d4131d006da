import { AppError } from '@poklik/contract/errors';
import type { invoicesApi } from '@poklik/contract/invoices';
import { ROLES } from '@poklik/contract/roles';
import { csvText } from '@poklik/domain/csv/csv-text';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { pageOf, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { toInvoice } from './invoice-answer.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { countInvoices, findInvoice, type InvoiceFilter, listInvoices } from './invoices.repo.ts';

const EXPORT_MAX = 50_000;

/** The operator has no invoices of their own: they see everybody's. */
const reachOf = ({ role, accountId }: Caller): number | null => (role === ROLES.SUPER_ADMIN ? null : accountId);

export const invoicesRoutes = ({ db }: Services): Handlers<typeof invoicesApi> => ({
  list: async (caller, { query }) => {
    const { sort = 'issued_at', order = 'desc' } = query;
    const filter: InvoiceFilter = { ...query, accountId: reachOf(caller) };
    const [rows, total] = await Promise.all([
      listInvoices(db, filter, { ...pageWindow(query), sort, order }),
      countInvoices(db, filter),
    ]);
    return { data: rows.map(toInvoice), ...pageOf('/invoices', query, total) };
  },
  export: async (caller, { query }) => {
    if (!caller.canExport) throw new AppError('forbidden');
    const say = translator(caller.language);
    const page = { sort: 'issued_at', order: 'desc', limit: EXPORT_MAX, offset: 0 } as const;
    const rows = await listInvoices(db, { ...query, accountId: reachOf(caller) }, page);
    const header = [
      'number',
      'issued',
      'status',
      'type',
      'bill_to',
      'email',
      'subtotal',
      'credit',
      'tax',
      'total',
      'currency',
    ];
    return csvText(
      [
        header.map((name) => say(`invoice.column.${name}`)),
        ...rows.map((row) => [
          row.number,
          row.issuedAt?.toISOString() ?? null,
          say(`invoice.status.${row.status}`),
          say(`invoice.type.${row.type}`),
          row.billTo.name,
          row.billTo.email,
          fromMinor(row.subtotalMinor),
          fromMinor(row.creditMinor),
          fromMinor(row.taxMinor),
          fromMinor(row.totalMinor),
          row.currency,
        ]),
      ],
      caller.language,
    );
  },
  pdf: async (caller, { params, query }) => {
    const row = await findInvoice(db, reachOf(caller), params.id);
    if (!row) throw new AppError('not_found');
    return (await invoicePdf(toInvoice(row), query.lang ?? row.locale)).toString('base64');
  },
});
