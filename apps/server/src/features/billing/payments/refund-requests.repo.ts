import { and, asc, eq, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { payments } from '../../../stores/tables/billing.ts';
import { refundRequests } from '../../../stores/tables/payments/credit-notes.ts';
import type { PaymentRow } from './payments.repo.ts';

type RefundRequestRow = typeof refundRequests.$inferSelect;

export const insertRefundRequest = (tx: Database, values: typeof refundRequests.$inferInsert) =>
  tx.insert(refundRequests).values(values);

export const setRefundRequestStatus = (db: Database, key: string, status: 'done' | 'failed') =>
  db
    .update(refundRequests)
    .set({ status })
    .where(and(eq(refundRequests.key, key), eq(refundRequests.status, 'sent')));

export async function findRefundRequest(db: Database, key: string): Promise<RefundRequestRow | null> {
  const [row] = await db.select().from(refundRequests).where(eq(refundRequests.key, key));
  return row ?? null;
}

/** Without an answer for ten minutes; expired after 20 hours. */
export const listInterruptedRequests = (db: Database) =>
  db
    .select({
      key: refundRequests.key,
      isExpired: sql<boolean>`${refundRequests.createdAt} < now() - interval '20 hours'`,
    })
    .from(refundRequests)
    .where(and(eq(refundRequests.status, 'sent'), sql`${refundRequests.createdAt} < now() - interval '10 minutes'`));

/** Sent to the provider and not confirmed yet. */
export async function sumOpenRequests(tx: Database, paymentId: number): Promise<bigint> {
  const [row] = await tx
    .select({ total: sum(refundRequests.amountMinor) })
    .from(refundRequests)
    .where(and(eq(refundRequests.paymentId, paymentId), eq(refundRequests.status, 'sent')));
  return BigInt(row?.total ?? 0);
}

/** The oldest request of this amount is done. Null if the refund was not requested here. */
export async function finishRefundRequest(
  tx: Database,
  paymentId: number,
  amountMinor: bigint,
): Promise<RefundRequestRow | null> {
  const [request] = await tx
    .select()
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.paymentId, paymentId),
        eq(refundRequests.status, 'sent'),
        eq(refundRequests.amountMinor, amountMinor),
      ),
    )
    .orderBy(asc(refundRequests.id))
    .limit(1);
  if (request) await setRefundRequestStatus(tx, request.key, 'done');
  return request ?? null;
}

/** The payment of a provider that paid this invoice; null if the balance or a bank transfer did. */
export async function findPaymentOfInvoice(tx: Database, invoiceId: number): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), eq(payments.bookedAs, 'invoice')));
  return row ?? null;
}
