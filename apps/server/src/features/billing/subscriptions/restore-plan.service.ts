import { unusedValue } from '@poklik/domain/tariffs/proration';
import type { Database } from '../../../stores/postgres.ts';
import type { PlanSnapshot, SuspendedPlan } from '../../../stores/tables/billing.ts';
import type { BillingContext } from '../billing-context.ts';
import { findInvoice, type InvoiceRow } from '../invoices/invoices.repo.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.repo.ts';
import { addCredit, endSubscription, restorePlan, toPlanSnapshot } from './subscriptions.service.ts';

/** The latest replaced plan that is still paid and not expired; null if there is none. */
async function findPreviousPlan({ tx, now }: BillingContext, invoice: InvoiceRow): Promise<PlanSnapshot | null> {
  let plan = invoice.replaced;
  while (plan && (plan.endsAt === null || new Date(plan.endsAt) > now)) {
    const paidBy = plan.invoiceId === null ? null : await findInvoice(tx, plan.invoiceId);
    if (paidBy === null || paidBy.status === 'paid') return plan;
    plan = paidBy.replaced;
  }
  return null;
}

const unusedPlanValue = ({ startsAt, endsAt, value }: PlanSnapshot, at: Date): bigint =>
  unusedValue(
    { startsAt: new Date(startsAt), endsAt: endsAt === null ? null : new Date(endsAt), valueMinor: BigInt(value) },
    at,
  );

/** Reverts to the previous paid plan for its remaining time, or to the free plan. */
export async function revertPlan(
  context: BillingContext,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
): Promise<void> {
  const { tx, now } = context;
  const creditMinor = subscription.creditMinor + invoice.creditMinor;
  const previous = await findPreviousPlan(context, invoice);
  if (!previous) return endSubscription(tx, subscription, 'refunded', { now, creditMinor });
  // The unused value of the replaced plan was credited to this invoice; restoring the plan takes that credit back.
  const tradedInMinor =
    invoice.replaced && invoice.periodFrom ? unusedPlanValue(invoice.replaced, invoice.periodFrom) : 0n;
  await restorePlan(tx, subscription, previous, creditMinor > tradedInMinor ? creditMinor - tradedInMinor : 0n);
}

/**
 * Suspends the plan paid by a disputed invoice, also if it was credited to the current one. Returns null if the
 * current plan was not paid by it.
 */
export async function suspendPlan(context: BillingContext, disputed: InvoiceRow): Promise<SuspendedPlan | null> {
  const { tx, now } = context;
  const subscription = await findSubscription(tx, disputed.accountId);
  if (subscription?.status !== 'active' || subscription.invoiceId === null) return null;
  const running = await findInvoice(tx, subscription.invoiceId);
  if (!running || !(await isFundedBy(tx, running, disputed))) return null;
  if (running.id === disputed.id) {
    await revertPlan(context, subscription, running);
  } else {
    // The undisputed part of the payment for the current plan stays as credit.
    const { startsAt, endsAt, creditMinor } = subscription;
    const ownValueMinor = unusedValue(
      { startsAt, endsAt, valueMinor: running.subtotalMinor - running.creditMinor },
      now,
    );
    const previous = await findPreviousPlan(context, disputed);
    if (previous) await restorePlan(tx, subscription, previous, creditMinor + ownValueMinor);
    else await endSubscription(tx, subscription, 'refunded', { now, creditMinor: creditMinor + ownValueMinor });
  }
  const after = await findSubscription(tx, disputed.accountId);
  return {
    ...toPlanSnapshot(subscription),
    credit: String(subscription.creditMinor),
    suspendedAt: now.toISOString(),
    version: after?.version ?? 0,
  };
}

async function isFundedBy(tx: Database, running: InvoiceRow, disputed: InvoiceRow): Promise<boolean> {
  let invoice: InvoiceRow | null = running;
  while (invoice && invoice.id !== disputed.id) {
    const { replaced }: InvoiceRow = invoice;
    invoice = replaced?.invoiceId ? await findInvoice(tx, replaced.invoiceId) : null;
  }
  return invoice !== null;
}

/** Restores the suspended plan for its remaining time, or as credit if the subscription has changed since. */
export async function resumePlan({ tx, now }: BillingContext, accountId: number, plan: SuspendedPlan): Promise<void> {
  const subscription = await findSubscription(tx, accountId);
  if (!subscription) return;
  const { credit, suspendedAt, version, ...kept } = plan;
  const suspendedMs = now.getTime() - new Date(suspendedAt).getTime();
  if (subscription.version !== version)
    return addCredit(tx, subscription, unusedPlanValue(kept, new Date(suspendedAt)));
  const shift = (time: string): string => new Date(new Date(time).getTime() + suspendedMs).toISOString();
  const endsAt = kept.endsAt === null ? null : shift(kept.endsAt);
  const isSameDay = endsAt?.slice(0, 10) === kept.endsAt?.slice(0, 10);
  await restorePlan(
    tx,
    subscription,
    {
      ...kept,
      startsAt: shift(kept.startsAt),
      endsAt,
      anchorDay: endsAt === null || isSameDay ? kept.anchorDay : new Date(endsAt).getUTCDate(),
    },
    BigInt(credit),
  );
}
