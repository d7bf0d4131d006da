import type { BANK_LINE_STATES, BankMapping } from '@poklik/contract/bank';
import type { SortOrder } from '@poklik/contract/paging';
import type { OwedInvoice } from '@poklik/domain/bank/match-line';
import { and, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../stores/contains-pattern.ts';
import type { Database } from '../../../stores/postgres.ts';
import { invoices } from '../../../stores/tables/billing.ts';
import { bankLines, bankStatements } from '../../../stores/tables/payments/bank.ts';
import { teamMembers, users } from '../../../stores/tables/users.ts';

type LineState = (typeof BANK_LINE_STATES)[number];
type NewLine = Omit<typeof bankLines.$inferInsert, 'statementId'>;

export async function findSavedMapping(db: Database, columns: readonly string[]): Promise<BankMapping | null> {
  const [row] = await db
    .select({ mapping: bankStatements.mapping })
    .from(bankStatements)
    .where(sql`${bankStatements.columns} = ${JSON.stringify(columns)}::jsonb`)
    .orderBy(desc(bankStatements.id))
    .limit(1);
  return row?.mapping ?? null;
}

export async function insertStatement(tx: Database, values: typeof bankStatements.$inferInsert): Promise<number> {
  const [row] = await tx.insert(bankStatements).values(values).returning({ id: bankStatements.id });
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

const BATCH = 1_000;

/** Returns how many were new. */
export async function insertLines(tx: Database, statementId: number, lines: readonly NewLine[]): Promise<number> {
  let added = 0;
  for (let at = 0; at < lines.length; at += BATCH) {
    const values = lines.slice(at, at + BATCH).map((line) => ({ ...line, statementId }));
    const rows = await tx.insert(bankLines).values(values).onConflictDoNothing().returning({ id: bankLines.id });
    added += rows.length;
  }
  return added;
}

/** Of the given lines, the hashes of those that were imported. */
export async function listKnownHashes(db: Database, lines: readonly NewLine[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < lines.length; at += BATCH) {
    const part = lines.slice(at, at + BATCH).map(({ rowHash, bankId, day, amountMinor }) => ({
      ...{ hash: rowHash, bank_id: bankId, day, amount: String(amountMinor) },
    }));
    const { rows } = await db.execute<{ hash: string }>(sql`
      select new.hash from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as new(hash text, bank_id text, day date, amount bigint)
      where exists (select from bank_lines b where b.row_hash = new.hash)
        or (new.bank_id <> '' and exists (
          select from bank_lines b where b.bank_id = new.bank_id and b.day = new.day and b.amount_minor = new.amount))`);
    for (const { hash } of rows) known.add(hash);
  }
  return known;
}

export interface LineFilter {
  state?: LineState | undefined;
  search?: string | undefined;
}

const matchesFilter = ({ state, search }: LineFilter): SQL | undefined =>
  and(
    state && eq(bankLines.state, state),
    search
      ? or(
          sql`${bankLines.payer} ilike ${containsPattern(search)}`,
          sql`${bankLines.purpose} ilike ${containsPattern(search)}`,
        )
      : undefined,
  );

const SORT_BY = { day: bankLines.day, amount: bankLines.amountMinor } as const;

const ownerOf = (account: SQL): SQL =>
  sql`from ${teamMembers} m join ${users} u on u.id = m.user_id where m.account_id = ${account} and m.role = 'OWNER'`;

const columns = {
  ...getTableColumns(bankLines),
  invoiceNumber: invoices.number,
  invoiceTotalMinor: invoices.totalMinor,
  userId: sql<number | null>`(select u.id::int ${ownerOf(sql`bank_lines.account_id`)})`,
  userEmail: sql<string | null>`(select u.email ${ownerOf(sql`bank_lines.account_id`)})`,
};

const selectLines = (db: Database) =>
  db.select(columns).from(bankLines).leftJoin(invoices, eq(invoices.id, bankLines.invoiceId));

export type BankLineRow = Awaited<ReturnType<typeof selectLines>>[number];

export function listLines(
  db: Database,
  filter: LineFilter,
  page: { sort: keyof typeof SORT_BY; order: SortOrder; limit: number; offset: number },
): Promise<BankLineRow[]> {
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  return selectLines(db)
    .where(matchesFilter(filter))
    .orderBy(sql`${SORT_BY[page.sort]} ${direction}`, sql`${bankLines.id} ${direction}`)
    .limit(page.limit)
    .offset(page.offset);
}

export const countLines = (db: Database, filter: LineFilter): Promise<number> =>
  db.$count(bankLines, matchesFilter(filter));

export const listLinesById = (db: Database, ids: readonly number[]): Promise<BankLineRow[]> =>
  selectLines(db).where(inArray(bankLines.id, [...ids]));

export async function lockLine(tx: Database, id: number) {
  const [row] = await tx.select().from(bankLines).where(eq(bankLines.id, id)).for('update');
  return row ?? null;
}

export const updateLine = (tx: Database, id: number, values: Partial<typeof bankLines.$inferInsert>) =>
  tx.update(bankLines).set(values).where(eq(bankLines.id, id));

export interface CandidateInvoice extends OwedInvoice {
  customer: string;
  userId: number;
}

/** Unpaid invoices whose number is in one of the texts, or whose total is one of the amounts. */
export async function listCandidates(
  db: Database,
  { texts, amounts }: { texts: readonly string[]; amounts: readonly bigint[] },
): Promise<CandidateInvoice[]> {
  const compact = texts.map((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const { rows } = await db.execute<{
    id: string;
    number: string;
    total: string;
    name: string;
    customer: string;
    user_id: string;
  }>(sql`
    select i.id, i.number, i.total_minor as total, i.bill_to->>'name' as name, i.bill_to->>'email' as customer,
      (select u.id ${ownerOf(sql`i.account_id`)}) as user_id
    from invoices i where i.status in ('open', 'uncollectible') and i.total_minor > 0 and (
      i.total_minor in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(amounts.map(String))}::jsonb))
      or exists (select from jsonb_array_elements_text(${JSON.stringify(compact)}::jsonb) text
        where position(replace(i.number, '-', '') in text) > 0))
    order by i.id`);
  return rows.map(({ id, number, total, name, customer, user_id: userId }) => ({
    ...{ id: Number(id), number, totalMinor: BigInt(total), name, customer, userId: Number(userId) },
  }));
}
