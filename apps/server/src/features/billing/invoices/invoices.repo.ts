import type { BillingDetails } from '@poklik/contract/billing-details';
import type { BillTo, InvoiceStatus, InvoiceType } from '@poklik/contract/invoices';
import type { SortOrder } from '@poklik/contract/paging';
import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../stores/contains-pattern.ts';
import type { Database } from '../../../stores/postgres.ts';
import { billingDetails, invoiceSeries, invoices } from '../../../stores/tables/billing.ts';

export type InvoiceRow = typeof invoices.$inferSelect;
/** Without `billTo`, the payer's details of now are printed. */
export type NewInvoice = Omit<typeof invoices.$inferInsert, 'number' | 'status' | 'billTo' | 'seller'> & {
  billTo?: BillTo | undefined;
};

export interface InvoiceFilter {
  /** Null for the operator, who sees all invoices. */
  accountId: number | null;
  status?: InvoiceStatus | undefined;
  type?: InvoiceType | undefined;
  search?: string | undefined;
}

const matchesFilter = ({ accountId, status, type, search }: InvoiceFilter): SQL | undefined =>
  and(
    ne(invoices.status, 'draft'),
    accountId === null ? undefined : eq(invoices.accountId, accountId),
    status && eq(invoices.status, status),
    type && eq(invoices.type, type),
    search
      ? or(
          sql`${invoices.number} ilike ${containsPattern(search)}`,
          sql`${invoices.billTo}->>'email' ilike ${containsPattern(search)}`,
          sql`${invoices.billTo}->>'name' ilike ${containsPattern(search)}`,
        )
      : undefined,
  );

const SORT_BY = {
  issued_at: invoices.issuedAt,
  number: invoices.number,
  total: invoices.totalMinor,
  status: invoices.status,
} as const;

export interface InvoicePage {
  sort: keyof typeof SORT_BY;
  order: SortOrder;
  limit: number;
  offset: number;
}

export function listInvoices(db: Database, filter: InvoiceFilter, { sort, order, limit, offset }: InvoicePage) {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return db
    .select()
    .from(invoices)
    .where(matchesFilter(filter))
    .orderBy(sql`${SORT_BY[sort]} ${direction}`, sql`${invoices.id} ${direction}`)
    .limit(limit)
    .offset(offset);
}

/** Ids only, newest first, so that exports can read the rows in batches. */
export const invoiceIdsQuery = (db: Database, filter: InvoiceFilter) =>
  db
    .select({ id: invoices.id })
    .from(invoices)
    .where(matchesFilter(filter))
    .orderBy(sql`${invoices.issuedAt} desc`, sql`${invoices.id} desc`);

/** Keeps the order of the ids. */
export async function listInvoicesById(db: Database, ids: readonly number[]): Promise<InvoiceRow[]> {
  const rows = await db
    .select()
    .from(invoices)
    .where(inArray(invoices.id, [...ids]));
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

export const countInvoices = (db: Database, filter: InvoiceFilter): Promise<number> =>
  db.$count(invoices, matchesFilter(filter));

export async function findInvoice(
  db: Database,
  id: number,
  accountId: number | null = null,
): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), matchesFilter({ accountId })));
  return row ?? null;
}

/** Locks the invoice until the transaction ends. */
export async function lockInvoice(tx: Database, id: number): Promise<InvoiceRow | null> {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('update');
  return row ?? null;
}

/** Of the plan; an account has at most one. */
export async function findOpenInvoice(db: Database, accountId: number): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), eq(invoices.status, 'open'), eq(invoices.type, 'subscription')));
  return row ?? null;
}

/** That of the plan first, then the oldest. */
export const listOpenInvoices = (db: Database, accountId: number): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), eq(invoices.status, 'open')))
    .orderBy(sql`${invoices.type} <> 'subscription'`, invoices.id);

export async function insertDraft(tx: Database, values: typeof invoices.$inferInsert): Promise<InvoiceRow> {
  const [row] = await tx.insert(invoices).values(values).returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

/** The series row stays locked until the transaction ends, so that a rollback leaves no gap in the numbers. */
export async function nextSequenceNumber(tx: Database, series: string): Promise<number> {
  const [row] = await tx
    .insert(invoiceSeries)
    .values({ series, last: 1 })
    .onConflictDoUpdate({ target: invoiceSeries.series, set: { last: sql`${invoiceSeries.last} + 1` } })
    .returning({ place: invoiceSeries.last });
  if (!row) throw new Error('insert returned no row');
  return row.place;
}

export async function updateInvoice(
  tx: Database,
  id: number,
  values: Partial<
    Pick<
      InvoiceRow,
      'status' | 'number' | 'issuedAt' | 'paidAt' | 'refundedMinor' | 'voidReason' | 'disputedMinor' | 'disputeStatus'
    >
  >,
): Promise<InvoiceRow> {
  const [row] = await tx.update(invoices).set(values).where(eq(invoices.id, id)).returning();
  if (!row) throw new Error(`invoice ${id} not found`);
  return row;
}

export async function findBillingDetails(db: Database, accountId: number): Promise<BillingDetails | null> {
  const [row] = await db.select().from(billingDetails).where(eq(billingDetails.accountId, accountId));
  if (!row) return null;
  const { accountId: _, taxId, countryCode, vatId, isBusiness, ...rest } = row;
  return { ...rest, tax_id: taxId, country_code: countryCode, vat_id: vatId, is_business: isBusiness };
}

export async function upsertBillingDetails(tx: Database, accountId: number, details: BillingDetails): Promise<void> {
  const { tax_id: taxId, country_code: countryCode, vat_id: vatId, is_business: isBusiness, ...rest } = details;
  const values = { ...rest, taxId, countryCode, vatId, isBusiness };
  await tx
    .insert(billingDetails)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: billingDetails.accountId, set: values });
}
