import { unusedValue } from '@poklik/domain/tariffs/proration';
import type { Database } from '../../stores/postgres.ts';
import type { PlanSnapshot, SuspendedPlan } from '../../stores/tables/billing.ts';
import { findInvoiceById, type InvoiceRow } from '../invoices/invoices.service.ts';
import {
  addCredit,
  endSubscription,
  findSubscription,
  restorePlan,
  type SubscriptionRow,
  toPlanSnapshot,
} from '../subscriptions/subscriptions.service.ts';

/** The plan that an invoice replaced, or the one before it if that is not paid for either; null when none still runs. */
async function planBefore(tx: Database, invoice: InvoiceRow, now: Date): Promise<PlanSnapshot | null> {
  let plan = invoice.replaced;
  while (plan && (plan.endsAt === null || new Date(plan.endsAt) > now)) {
    const paidBy = plan.invoiceId === null ? null : await findInvoiceById(tx, plan.invoiceId);
    if (paidBy === null || paidBy.status === 'paid') return plan;
    plan = paidBy.replaced;
  }
  return null;
}

const unusedOf = ({ startsAt, endsAt, value }: PlanSnapshot, at: Date): bigint =>
  unusedValue(
    { startsAt: new Date(startsAt), endsAt: endsAt === null ? null : new Date(endsAt), valueMinor: BigInt(value) },
    at,
  );

/** The running plan is no longer paid for: back to the one before, for what is left of it, or to the free one. */
export async function leavePlan(
  tx: Database,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
  now: Date,
): Promise<void> {
  const creditMinor = subscription.creditMinor + invoice.creditMinor;
  const before = await planBefore(tx, invoice, now);
  if (!before) return endSubscription(tx, subscription, 'refunded', { now, creditMinor });
  // What was left of the replaced plan became credit of this invoice; it is a plan again, not both.
  const traded = invoice.replaced && invoice.periodFrom ? unusedOf(invoice.replaced, invoice.periodFrom) : 0n;
  await restorePlan(tx, subscription, before, creditMinor > traded ? creditMinor - traded : 0n);
}

/**
 * Takes away the plan that a disputed invoice pays for, also when it was traded in for the running one. Null when the
 * running plan does not rest on it.
 */
export async function suspendPlan(tx: Database, disputed: InvoiceRow, now: Date): Promise<SuspendedPlan | null> {
  const subscription = await findSubscription(tx, disputed.accountId);
  if (subscription?.status !== 'active' || subscription.invoiceId === null) return null;
  const running = await findInvoiceById(tx, subscription.invoiceId);
  if (!running || !(await restsOn(tx, running, disputed))) return null;
  if (running.id === disputed.id) {
    await leavePlan(tx, subscription, running, now);
  } else {
    // Money that was paid for the running plan besides is not disputed, and stays as credit.
    const { startsAt, endsAt, creditMinor } = subscription;
    const own = unusedValue({ startsAt, endsAt, valueMinor: running.subtotalMinor - running.creditMinor }, now);
    const before = await planBefore(tx, disputed, now);
    if (before) await restorePlan(tx, subscription, before, creditMinor + own);
    else await endSubscription(tx, subscription, 'refunded', { now, creditMinor: creditMinor + own });
  }
  const after = await findSubscription(tx, disputed.accountId);
  return {
    ...toPlanSnapshot(subscription),
    credit: String(subscription.creditMinor),
    suspendedAt: now.toISOString(),
    version: after?.version ?? 0,
  };
}

async function restsOn(tx: Database, running: InvoiceRow, disputed: InvoiceRow): Promise<boolean> {
  let invoice: InvoiceRow | null = running;
  while (invoice && invoice.id !== disputed.id) {
    const { replaced }: InvoiceRow = invoice;
    invoice = replaced?.invoiceId ? await findInvoiceById(tx, replaced.invoiceId) : null;
  }
  return invoice !== null;
}

/** Gives back what a dispute took, for as long as was left. If the account has changed its plan since, as credit. */
export async function resumePlan(tx: Database, accountId: number, plan: SuspendedPlan, now: Date): Promise<void> {
  const subscription = await findSubscription(tx, accountId);
  if (!subscription) return;
  const { credit, suspendedAt, version, ...kept } = plan;
  const lostMs = now.getTime() - new Date(suspendedAt).getTime();
  if (subscription.version !== version) return addCredit(tx, subscription, unusedOf(kept, new Date(suspendedAt)));
  const later = (time: string): string => new Date(new Date(time).getTime() + lostMs).toISOString();
  const endsAt = kept.endsAt === null ? null : later(kept.endsAt);
  const isSameDay = endsAt?.slice(0, 10) === kept.endsAt?.slice(0, 10);
  await restorePlan(
    tx,
    subscription,
    {
      ...kept,
      startsAt: later(kept.startsAt),
      endsAt,
      anchorDay: endsAt === null || isSameDay ? kept.anchorDay : new Date(endsAt).getUTCDate(),
    },
    BigInt(credit),
  );
}
