import type { Provider } from '@poklik/contract/payment-methods';
import { ROLES } from '@poklik/contract/roles';
import type { Dispute } from '@poklik/domain/payments/payment-state';
import { and, between, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { disputes, invoices, paymentEvents, payments } from '../../../stores/tables/billing.ts';
import { users } from '../../../stores/tables/users.ts';

export type PaymentRow = typeof payments.$inferSelect;

export async function insertPayment(tx: Database, values: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [row] = await tx.insert(payments).values(values).returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

/** By reference or id. */
export async function findPayment(db: Database, key: string | number): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(typeof key === 'string' ? eq(payments.reference, key) : eq(payments.id, key));
  return row ?? null;
}

export async function findPaymentReference(
  db: Database,
  provider: Provider,
  providerPaymentId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.providerPaymentId, providerPaymentId), eq(payments.provider, provider)));
  return row?.reference ?? null;
}

export async function findLastPayment(db: Database, accountId: number) {
  const [row] = await db
    .select({
      status: payments.status,
      purpose: payments.purpose,
      bookedAs: payments.bookedAs,
      amountMinor: payments.amountMinor,
      currency: payments.currency,
      order: payments.order,
      invoice: { id: invoices.id, number: invoices.number, tariffId: invoices.tariffId },
    })
    .from(payments)
    .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(eq(payments.accountId, accountId))
    .orderBy(desc(sql`coalesce(${payments.paidAt}, ${payments.createdAt})`), desc(payments.id))
    .limit(1);
  return row ?? null;
}

/** Automatic charges of an invoice, oldest first. */
export const listAttempts = (db: Database, invoiceId: number): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), isNotNull(payments.attempt)))
    .orderBy(payments.attempt);

const isUnanswered = and(isNotNull(payments.attempt), eq(payments.status, 'pending'));

export const listUnanswered = (db: Database, accountId: number): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(isUnanswered, eq(payments.accountId, accountId)))
    .orderBy(payments.id);

/** Accounts with a charge that the provider has not answered. */
export const listUnansweredAccounts = async (db: Database): Promise<number[]> =>
  (await db.selectDistinct({ id: payments.accountId }).from(payments).where(isUnanswered)).map(({ id }) => id);

export const listDisputes = (tx: Database, paymentId: number) =>
  tx
    .select({ disputeId: disputes.disputeId, amountMinor: disputes.amountMinor, status: disputes.status })
    .from(disputes)
    .where(eq(disputes.paymentId, paymentId));

export const upsertDispute = (tx: Database, provider: string, paymentId: number, dispute: Dispute) =>
  tx
    .insert(disputes)
    .values({ provider, paymentId, ...dispute })
    .onConflictDoUpdate({
      target: [disputes.provider, disputes.disputeId],
      set: { amountMinor: dispute.amountMinor, status: dispute.status, updatedAt: sql`now()` },
    });

/** Operators receive dispute notifications, except in the disputed account itself. */
export const listOperators = (db: Database, exceptAccountId: number) =>
  db
    .select({ id: users.id, accountId: users.accountId })
    .from(users)
    .where(and(eq(users.role, ROLES.SUPER_ADMIN), eq(users.status, 'active'), ne(users.accountId, exceptAccountId)));

/** Blocks other events of this payment until the transaction ends. */
export async function lockPayment(tx: Database, reference: string): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.reference, reference)).for('update');
  return row ?? null;
}

export const updatePayment = (
  tx: Database,
  id: number,
  values: Partial<Omit<PaymentRow, 'id' | 'accountId' | 'amountMinor'>>,
) => tx.update(payments).set(values).where(eq(payments.id, id));

/** The page that was opened first is the one that counts, so nobody pays twice. */
export async function keepPage(
  db: Database,
  id: number,
  { url, paymentId }: { url: string; paymentId: string | null },
): Promise<string> {
  const [row] = await db
    .update(payments)
    .set({
      pageUrl: sql`coalesce(${payments.pageUrl}, ${url})`,
      providerPaymentId: sql`coalesce(${payments.providerPaymentId}, ${paymentId})`,
    })
    .where(eq(payments.id, id))
    .returning({ pageUrl: payments.pageUrl });
  return row?.pageUrl ?? url;
}

/** Pages that were opened, and about which no event arrived. */
export const listOpenPayments = (
  db: Database,
  { providers, from, until }: { providers: readonly Provider[]; from: Date; until: Date },
): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        isNull(payments.attempt),
        eq(payments.status, 'pending'),
        inArray(payments.provider, [...providers]),
        between(payments.createdAt, from, until),
      ),
    )
    .orderBy(payments.id);

/** Returns false for a duplicate event. */
export async function insertPaymentEvent(
  tx: Database,
  provider: string,
  eventId: string,
  paymentId: number,
): Promise<boolean> {
  const inserted = await tx
    .insert(paymentEvents)
    .values({ provider, eventId, paymentId })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId });
  return inserted.length === 1;
}
