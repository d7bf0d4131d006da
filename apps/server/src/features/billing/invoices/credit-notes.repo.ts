import type { SortOrder } from '@poklik/contract/paging';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../stores/contains-pattern.ts';
import type { Database } from '../../../stores/postgres.ts';
import { invoices } from '../../../stores/tables/billing.ts';
import { creditNoteSeries, creditNotes } from '../../../stores/tables/payments/credit-notes.ts';

export type CreditNoteRow = typeof creditNotes.$inferSelect & { invoiceNumber: string | null };

interface CreditNoteFilter {
  /** Null for the operator, who sees all of them. */
  accountId: number | null;
  search?: string | undefined;
}

const matchesFilter = ({ accountId, search }: CreditNoteFilter): SQL | undefined =>
  and(
    accountId === null ? undefined : eq(creditNotes.accountId, accountId),
    search
      ? or(
          sql`${creditNotes.number} ilike ${containsPattern(search)}`,
          sql`${creditNotes.billTo}->>'email' ilike ${containsPattern(search)}`,
          sql`${creditNotes.billTo}->>'name' ilike ${containsPattern(search)}`,
        )
      : undefined,
  );

const SORT_BY = {
  issued_at: creditNotes.issuedAt,
  number: creditNotes.number,
  amount: creditNotes.amountMinor,
} as const;

interface CreditNotePage {
  sort: keyof typeof SORT_BY;
  order: SortOrder;
  limit: number;
  offset: number;
}

const selectNotes = (db: Database) =>
  db
    .select({ note: creditNotes, invoiceNumber: invoices.number })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId));

const toRow = ({ note, invoiceNumber }: { note: typeof creditNotes.$inferSelect; invoiceNumber: string | null }) => ({
  ...note,
  invoiceNumber,
});

export async function listCreditNotes(
  db: Database,
  filter: CreditNoteFilter,
  { sort, order, limit, offset }: CreditNotePage,
): Promise<CreditNoteRow[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const rows = await selectNotes(db)
    .where(matchesFilter(filter))
    .orderBy(sql`${SORT_BY[sort]} ${direction}`, sql`${creditNotes.id} ${direction}`)
    .limit(limit)
    .offset(offset);
  return rows.map(toRow);
}

export const countCreditNotes = (db: Database, filter: CreditNoteFilter): Promise<number> =>
  db.$count(creditNotes, matchesFilter(filter));

export async function findCreditNote(
  db: Database,
  id: number,
  accountId: number | null,
): Promise<CreditNoteRow | null> {
  const [row] = await selectNotes(db).where(and(eq(creditNotes.id, id), matchesFilter({ accountId })));
  return row ? toRow(row) : null;
}

export const insertCreditNote = (tx: Database, values: typeof creditNotes.$inferInsert) =>
  tx.insert(creditNotes).values(values);

/** The series row stays locked until the transaction ends, so that a rollback leaves no gap in the numbers. */
export async function nextCreditNoteNumber(tx: Database, series: string): Promise<number> {
  const [row] = await tx
    .insert(creditNoteSeries)
    .values({ series, last: 1 })
    .onConflictDoUpdate({ target: creditNoteSeries.series, set: { last: sql`${creditNoteSeries.last} + 1` } })
    .returning({ place: creditNoteSeries.last });
  if (!row) throw new Error('insert returned no row');
  return row.place;
}
