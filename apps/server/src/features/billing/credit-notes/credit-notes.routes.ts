import type { creditNotesApi } from '@poklik/contract/credit-notes';
import { AppError } from '@poklik/contract/errors';
import { ROLES } from '@poklik/contract/roles';
import type { Handlers } from '../../../http/bind-routes.ts';
import type { Caller } from '../../../http/caller.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import type { Services } from '../../../services.ts';
import { findLogo } from '../../settings/branding.service.ts';
import { countCreditNotes, findCreditNote, listCreditNotes } from '../invoices/credit-notes.repo.ts';
import { creditNoteXml } from '../invoices/e-invoice.service.ts';
import { renderCreditNotePdf } from '../invoices/invoice-pdf.ts';
import { toCreditNote } from './credit-note.response.ts';

/** Null means all accounts: the operator has no credit notes of their own. */
const accountScope = ({ role, accountId }: Caller): number | null => (role === ROLES.SUPER_ADMIN ? null : accountId);

export const creditNotesRoutes = (services: Services): Handlers<typeof creditNotesApi> => ({
  list: async (caller, { query }) => {
    const { sort = 'issued_at', order = 'desc' } = query;
    const filter = { search: query.search, accountId: accountScope(caller) };
    const [rows, total] = await Promise.all([
      listCreditNotes(services.db, filter, { ...pageWindow(query), sort, order }),
      countCreditNotes(services.db, filter),
    ]);
    return { data: rows.map(toCreditNote), ...buildPage('/credit_notes', query, total) };
  },
  pdf: async (caller, { params, query }) => {
    const row = await findCreditNote(services.db, params.id, accountScope(caller));
    if (!row) throw new AppError('not_found');
    const logo = await findLogo(services);
    return (await renderCreditNotePdf(toCreditNote(row), query.lang ?? row.locale, logo)).toString('base64');
  },
  xml: async (caller, { params }) => {
    const row = await findCreditNote(services.db, params.id, accountScope(caller));
    if (!row) throw new AppError('not_found');
    return creditNoteXml(toCreditNote(row), row.locale, caller.language);
  },
});
