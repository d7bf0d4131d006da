import type { BankLine } from '@poklik/contract/bank';
import { matchLine } from '@poklik/domain/bank/match-line';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Database } from '../../../stores/postgres.ts';
import { type BankLineRow, type CandidateInvoice, listCandidates } from './bank.repo.ts';

const toLineInvoice = ({ id, number, totalMinor, customer, userId }: Omit<CandidateInvoice, 'name'>) => ({
  ...{ id, number, amount: fromMinor(totalMinor), customer, user_id: userId },
});

/** With the invoices that waiting lines may be for. */
export async function toBankLines(db: Database, rows: readonly BankLineRow[]): Promise<BankLine[]> {
  const waiting = rows.filter(({ state }) => state === 'waiting');
  const owed =
    waiting.length === 0
      ? []
      : await listCandidates(db, {
          texts: waiting.map(({ purpose, payer }) => `${purpose} ${payer}`),
          amounts: waiting.map(({ amountMinor }) => amountMinor),
        });
  const byId = new Map(owed.map((invoice) => [invoice.id, invoice]));
  return rows.map((row) => {
    const { kind, invoiceIds } = row.state === 'waiting' ? matchLine(row, owed) : NO_MATCH;
    return {
      ...{ id: row.id, day: row.day, amount: fromMinor(row.amountMinor), currency: row.currency },
      ...{ payer: row.payer, purpose: row.purpose, state: row.state, match: kind },
      candidates: invoiceIds.flatMap((id) => toLineInvoice(byId.get(id) as CandidateInvoice)),
      invoice: toPaidInvoice(row),
      to_balance: fromMinor(row.balanceMinor),
      customer: row.userId === null ? null : { user_id: row.userId, email: row.userEmail ?? '' },
      note: row.note,
      decided_at: row.decidedAt?.toISOString() ?? null,
      imported_at: row.importedAt.toISOString(),
    };
  });
}

const NO_MATCH = { kind: 'none', invoiceIds: [] } as const;

const toPaidInvoice = ({ invoiceId, invoiceNumber, invoiceTotalMinor, userId, userEmail }: BankLineRow) =>
  invoiceId === null || invoiceTotalMinor === null || userId === null
    ? null
    : toLineInvoice({
        ...{ id: invoiceId, number: invoiceNumber ?? '', totalMinor: invoiceTotalMinor },
        ...{ customer: userEmail ?? '', userId },
      });
