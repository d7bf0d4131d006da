import type { OrderResult } from '@poklik/contract/billing';
import { AppError } from '@poklik/contract/errors';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { nextStatus } from '@poklik/domain/tariffs/subscription';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { getDatabaseTime, lockAccount } from './accounts.repo.ts';
import type { BillingContext } from './billing-context.ts';
import { lockEnteredCoupon, orderCoupon, requireUseFor, takeUse } from './coupons/use-coupon.service.ts';
import { setInvoiceStatus } from './invoices/invoices.service.ts';
import { payOrCheckout } from './pay-invoice.service.ts';
import {
  createCheckout,
  NO_CHECKOUT,
  type OrderOutcome,
  type PaymentChoice,
  type PaymentRequest,
  paidResult,
  placeOrder,
} from './payments/checkout.service.ts';
import { fulfillOrder } from './subscriptions/fulfill-order.service.ts';
import {
  type ChangeRequest,
  orderTotal,
  planTariffChange,
  type TariffChange,
  toOrder,
} from './subscriptions/plan-change.service.ts';
import { canCharge } from './subscriptions/renewal-terms.service.ts';
import { findSubscription, insertTrial } from './subscriptions/subscriptions.repo.ts';
import { endSubscription, scheduleChange, startSubscription } from './subscriptions/subscriptions.service.ts';

/** Buys, renews, upgrades or downgrades a plan. */
export const changePlan = (
  request: PaymentRequest,
  { method, save, coupon, ...wanted }: ChangeRequest & PaymentChoice,
): Promise<OrderResult> =>
  placeOrder(request, async (tx) => {
    const { services, caller } = request;
    const { config } = services;
    const { accountId } = caller;
    await lockAccount(tx, accountId);
    const now = await getDatabaseTime(tx);
    const entered =
      coupon === undefined
        ? null
        : await lockEnteredCoupon(tx, { code: coupon, accountId, tariffId: wanted.tariffId, now });
    const planned = await planTariffChange(tx, config, accountId, { ...wanted, entered });
    requireUseFor(planned.change, entered);
    return applyTariffChange({ tx, config, now: planned.now, ...request, method, save, coupon }, planned);
  });

type PlanOrder = BillingContext & PaymentRequest & PaymentChoice;

async function applyTariffChange(order: PlanOrder, planned: TariffChange): Promise<OrderOutcome> {
  const { tx, caller, method } = order;
  const { change, coupon, subscription, openInvoice, tariff, terms: taxTerms } = planned;
  switch (change.kind) {
    case 'current':
      throw new AppError('tariff_is_current');
    case 'downgrade':
      return downgrade(order, planned);
    case 'settle':
      if (!openInvoice) throw new AppError('tariff_is_current');
      return payOrCheckout(tx, order, openInvoice, order);
    case 'trial':
      return startTrial(order, planned);
    case 'start':
    case 'upgrade': {
      const isPaidLater = method === 'provider' && change.totalMinor > 0n;
      const { discountMinor } = change;
      const ordered = coupon && (await orderCoupon(tx, caller.accountId, { coupon, discountMinor, isPaidLater }));
      const terms = toOrder(change, { terms: taxTerms, version: subscription?.version ?? 0, coupon: ordered });
      if (isPaidLater)
        return createCheckout(tx, order, {
          purpose: 'tariff',
          amountMinor: orderTotal(terms),
          currency: tariff.currency,
          order: terms,
        });
      if (openInvoice) await setInvoiceStatus(order, openInvoice, 'void', { reason: 'replaced', actor: caller });
      const { accountId, userId: actorId } = caller;
      const invoice = await fulfillOrder(order, terms, { source: 'available', accountId, actorId });
      await recordSubscriptionAudit(tx, caller, 'bought', change);
      return paidResult(invoice);
    }
  }
}

/** Free until its end. Who has saved a card is charged then; a coupon waits for that. */
async function startTrial({ tx, config, caller, now }: PlanOrder, planned: TariffChange): Promise<OrderOutcome> {
  const { change, coupon, tariff } = planned;
  const { accountId } = caller;
  if (tariff.trialNeedsCard && !(await canCharge(tx, config, accountId))) throw new AppError('card_needed');
  await startSubscription(tx, accountId, 'bought', {
    ...change,
    startsAt: now,
    valueMinor: 0n,
    creditMinor: change.creditLeftMinor,
    invoiceId: null,
  });
  await insertTrial(tx, { accountId, tariffId: tariff.id, startedAt: now, endsAt: change.endsAt ?? now });
  if (coupon?.useId === null) await takeUse(tx, accountId, coupon, false);
  await recordSubscriptionAudit(tx, caller, 'trial_begun', change);
  return paidResult(null);
}

/** A paid period runs to its end; an unpaid one ends now. */
async function downgrade(order: PlanOrder, planned: TariffChange): Promise<OrderOutcome> {
  const { tx, caller, now } = order;
  const { change, subscription, openInvoice } = planned;
  if (!subscription) throw new AppError('tariff_is_current');
  if (change.effectiveAt > now) {
    await scheduleChange(tx, subscription, change);
  } else {
    if (openInvoice) await setInvoiceStatus(order, openInvoice, 'void', { reason: 'cancelled', actor: caller });
    await endSubscription(tx, subscription, 'cancelled', { now, creditMinor: change.creditLeftMinor });
  }
  await recordSubscriptionAudit(tx, caller, 'downgraded', change);
  return { ...NO_CHECKOUT, status: 'scheduled' };
}

export const cancelScheduledChange = (db: Database, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const subscription = await findSubscription(tx, caller.accountId);
    if (!subscription?.nextTariffId || !nextStatus(subscription.status, 'renewed')) throw new AppError('not_found');
    await scheduleChange(tx, subscription, null);
    await recordSubscriptionAudit(tx, caller, 'kept', { tariffId: subscription.tariffId, period: subscription.period });
  });

const recordSubscriptionAudit = (
  tx: Database,
  caller: Caller,
  event: string,
  { tariffId, period }: { tariffId: number; period: BillingPeriod },
) =>
  recordAudit(tx, {
    actor: caller.userId,
    account: caller.accountId,
    action: `subscription.${event}`,
    entity: `account:${caller.accountId}`,
    after: { tariff_id: tariffId, period },
    ip: caller.ip,
  });
