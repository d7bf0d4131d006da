import { AppError } from '@poklik/contract/errors';
import type { invoicesApi } from '@poklik/contract/invoices';
import { ROLES } from '@poklik/contract/roles';
import type { Handlers } from '../../../http/bind-routes.ts';
import type { Caller } from '../../../http/caller.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import type { Services } from '../../../services.ts';
import { findLogo } from '../../settings/branding.service.ts';
import { findAccountId } from '../accounts.repo.ts';
import { getBankTransfer } from './bank-transfer.service.ts';
import { invoiceXml } from './e-invoice.service.ts';
import { exportInvoices } from './export-invoices.service.ts';
import { toInvoice } from './invoice.response.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import { countInvoices, findInvoice, type InvoiceFilter, listInvoices } from './invoices.repo.ts';

/** Null means all accounts: the operator has no invoices of their own. */
const accountScope = ({ role, accountId }: Caller): number | null => (role === ROLES.SUPER_ADMIN ? null : accountId);

/** The operator can ask for those of one customer. */
async function filterOf(
  { db }: Services,
  caller: Caller,
  { user, ...filter }: Omit<InvoiceFilter, 'accountId'> & { user?: number | undefined },
): Promise<InvoiceFilter> {
  const accountId = accountScope(caller);
  if (accountId !== null || user === undefined) return { ...filter, accountId };
  // No account has this ID: an unknown user has no invoices.
  return { ...filter, accountId: (await findAccountId(db, user)) ?? 0 };
}

export const invoicesRoutes = (services: Services): Handlers<typeof invoicesApi> => ({
  list: async (caller, { query }) => {
    const { sort = 'issued_at', order = 'desc' } = query;
    const filter = await filterOf(services, caller, query);
    const [rows, total] = await Promise.all([
      listInvoices(services.db, filter, { ...pageWindow(query), sort, order }),
      countInvoices(services.db, filter),
    ]);
    return { data: rows.map(toInvoice), ...buildPage('/invoices', query, total) };
  },
  export: async (caller, { query }) => exportInvoices(services, caller, await filterOf(services, caller, query)),
  pdf: async (caller, { params, query }) => {
    const row = await findInvoice(services.db, params.id, accountScope(caller));
    if (!row) throw new AppError('not_found');
    const logo = await findLogo(services);
    const bankTransfer = getBankTransfer(services.config, row.number ?? '');
    return (await renderInvoicePdf(toInvoice(row), query.lang ?? row.locale, { logo, bankTransfer })).toString(
      'base64',
    );
  },
  xml: async (caller, { params }) => {
    const row = await findInvoice(services.db, params.id, accountScope(caller));
    if (!row) throw new AppError('not_found');
    return invoiceXml(toInvoice(row), caller.language);
  },
});
