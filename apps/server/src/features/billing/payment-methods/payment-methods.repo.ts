import { and, asc, eq, inArray, isNotNull, isNull, max, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { payments } from '../../../stores/tables/billing.ts';
import { billingNotices, paymentMethods } from '../../../stores/tables/payments/payment-methods.ts';

export type PaymentMethodRow = typeof paymentMethods.$inferSelect;

const isSaved = (accountId: number) =>
  and(eq(paymentMethods.accountId, accountId), isNotNull(paymentMethods.confirmedAt), isNull(paymentMethods.removedAt));

/** Saved cards, in the order in which they are charged. */
export const listPaymentMethods = (db: Database, accountId: number): Promise<PaymentMethodRow[]> =>
  db
    .select()
    .from(paymentMethods)
    .where(isSaved(accountId))
    .orderBy(asc(paymentMethods.position), asc(paymentMethods.id));

export async function findPaymentMethod(db: Database, accountId: number, id: number): Promise<PaymentMethodRow | null> {
  const [row] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, id), isSaved(accountId)));
  return row ?? null;
}

/** By id, also if it was removed: charges of the past name it. */
export const listMethodsById = (db: Database, ids: readonly number[]): Promise<PaymentMethodRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(paymentMethods)
        .where(inArray(paymentMethods.id, [...ids]));

export const insertPaymentMethod = (tx: Database, values: typeof paymentMethods.$inferInsert) =>
  tx.insert(paymentMethods).values(values);

/** The card that the page with this reference is to save; null if none. */
export async function findUnconfirmedMethod(db: Database, reference: string): Promise<PaymentMethodRow | null> {
  const [row] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.reference, reference), isNull(paymentMethods.confirmedAt)));
  return row ?? null;
}

/** One that waits for the provider, locked; null if there is none. */
export async function lockUnconfirmedMethod(tx: Database, reference: string): Promise<PaymentMethodRow | null> {
  const [row] = await tx
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.reference, reference), isNull(paymentMethods.confirmedAt)))
    .for('update');
  return row ?? null;
}

export const updatePaymentMethod = (
  tx: Database,
  id: number,
  values: Partial<Omit<PaymentMethodRow, 'id' | 'accountId' | 'reference'>>,
) => tx.update(paymentMethods).set(values).where(eq(paymentMethods.id, id));

export async function nextPosition(tx: Database, accountId: number): Promise<number> {
  const [row] = await tx
    .select({ last: max(paymentMethods.position) })
    .from(paymentMethods)
    .where(isSaved(accountId));
  return (row?.last ?? 0) + 1;
}

/** What describes the cards and where the consent came from. */
export const eraseMethods = (tx: Database, accountId: number) =>
  tx
    .update(paymentMethods)
    .set({
      ...{ brand: '', last4: '', expires: null, country: null, fingerprint: null },
      consent: sql`jsonb_set(${paymentMethods.consent}, '{ip}', '""')`,
    })
    .where(eq(paymentMethods.accountId, accountId));

/** Unless a charge without an answer still needs it. */
export const clearSealed = (db: Database, id: number) =>
  db
    .update(paymentMethods)
    .set({ sealed: null })
    .where(
      and(
        eq(paymentMethods.id, id),
        notExists(
          db
            .select({ one: sql`1` })
            .from(payments)
            .where(and(eq(payments.paymentMethodId, id), eq(payments.status, 'pending'))),
        ),
      ),
    );

/** True the first time only. */
export async function insertBillingNotice(tx: Database, accountId: number, key: string): Promise<boolean> {
  const inserted = await tx
    .insert(billingNotices)
    .values({ accountId, key })
    .onConflictDoNothing()
    .returning({ key: billingNotices.key });
  return inserted.length === 1;
}

/** Pages that were opened and never finished. */
export const deleteUnconfirmedMethods = (db: Database) =>
  db
    .delete(paymentMethods)
    .where(and(isNull(paymentMethods.confirmedAt), sql`${paymentMethods.createdAt} < now() - interval '14 days'`));

/** Cards that can be charged and whose last month is one of these. */
export const listExpiringMethods = (db: Database, months: readonly string[]): Promise<PaymentMethodRow[]> =>
  db
    .select()
    .from(paymentMethods)
    .where(
      and(
        inArray(paymentMethods.expires, [...months]),
        isNotNull(paymentMethods.confirmedAt),
        isNull(paymentMethods.removedAt),
        isNull(paymentMethods.refusal),
      ),
    );
