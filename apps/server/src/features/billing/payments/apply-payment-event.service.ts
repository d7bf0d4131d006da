import { transfer } from '@poklik/domain/ledger/journal';
import { fromMinor } from '@poklik/domain/money/amount';
import { applyPaymentEvent, type PaymentEvent } from '@poklik/domain/payments/payment-state';
import type { PaymentProvider, ProviderEvent } from '../../../payments/provider.ts';
import type { Services } from '../../../services.ts';
import { retryTransaction } from '../../../stores/retry-transaction.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { notifyUser } from '../../notifications/notifications.service.ts';
import { lockAccount } from '../accounts.repo.ts';
import { type BillingContext, createBillingContext } from '../billing-context.ts';
import { confirmOrderedCoupon } from '../coupons/use-coupon.service.ts';
import { findOpenInvoice } from '../invoices/invoices.repo.ts';
import { getInvoiceForUpdate, issueInvoice, notifyPaid, setInvoiceStatus } from '../invoices/invoices.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import { collectOpenInvoice, payOpenInvoice } from '../subscriptions/collect-invoice.service.ts';
import { fulfillOrder } from '../subscriptions/fulfill-order.service.ts';
import { findSubscription } from '../subscriptions/subscriptions.repo.ts';
import { inPaymentCurrency } from './charge-currency.service.ts';
import { recordChargeFailure } from './charge-notices.service.ts';
import { applyDisputedAmount, notifyDispute } from './dispute.service.ts';
import { notifyAttention } from './payment-attention.service.ts';
import {
  findPaymentReference,
  insertPaymentEvent,
  listDisputes,
  lockPayment,
  type PaymentRow,
  updatePayment,
  upsertDispute,
} from './payments.repo.ts';
import { refundPayment } from './refund.service.ts';

/** Takes the reference from the event, from the stored payment or, as a last resort, from the provider. */
async function resolveReference({ db }: Services, provider: EventSource, event: ProviderEvent): Promise<string | null> {
  if (event.reference !== null || event.paymentId === null) return event.reference;
  return (
    (await findPaymentReference(db, provider.name, event.paymentId)) ?? (await provider.referenceOf(event.paymentId))
  );
}

type EventSource = Pick<PaymentProvider, 'name' | 'referenceOf'>;

/**
 * Applies each event once. Repeated events and events in any order lead to
 * the same final state.
 */
export async function applyProviderEvent(
  services: Services,
  provider: EventSource,
  event: ProviderEvent,
  at?: Date,
): Promise<void> {
  const { news } = event;
  if (news === null) return;
  const reference = await resolveReference(services, provider, event);
  await retryTransaction(services.db, async (tx) => {
    const payment = reference === null ? null : await lockPayment(tx, reference);
    if (payment?.provider !== provider.name) {
      services.log.warn({ provider: provider.name, event: event.id }, 'payment event for unknown payment');
      return;
    }
    if (!(await insertPaymentEvent(tx, provider.name, event.id, payment.id))) return;
    const context = await createBillingContext(tx, services);
    if (event.attention) await notifyAttention(tx, payment, event.attention);
    const converted = inPaymentCurrency(payment, event.currency, news);
    if (converted)
      await applyEventToPayment({ ...context, now: at ?? context.now }, payment, { ...event, news: converted });
    else
      services.log.error(
        { provider: provider.name, event: event.id, payment: payment.id },
        'payment event does not match payment amount or currency',
      );
  });
}

async function applyEventToPayment(
  context: BillingContext,
  payment: PaymentRow,
  event: ProviderEvent & { news: PaymentEvent },
): Promise<void> {
  const { tx, now } = context;
  const { news } = event;
  const { status, refundToldMinor, refundBookedMinor, disputeBookedMinor } = payment;
  const before = { status, refundToldMinor, refundBookedMinor, disputeBookedMinor };
  const known = await listDisputes(tx, payment.id);
  const step = applyPaymentEvent({ ...before, disputes: known }, news, payment.amountMinor);
  const { disputes, ...state } = step.state;
  const bookedAs = step.book ? await postPayment(context, payment) : payment.bookedAs;
  await updatePayment(tx, payment.id, {
    ...state,
    bookedAs,
    ...(step.book ? { paidAt: now } : {}),
    ...(event.paymentId === null ? {} : { providerPaymentId: event.paymentId }),
  });
  if (state.status !== status) await recordChargeFailure(context, payment, news);
  const dispute = disputes.find((each) => news.kind === 'disputed' && each.disputeId === news.disputeId);
  if (dispute) await upsertDispute(tx, payment.provider, payment.id, dispute);
  const updateDisputed = async () => {
    if (step.disputeMinor !== 0n || dispute)
      await applyDisputedAmount(context, payment, {
        disputedMinor: state.disputeBookedMinor,
        disputes,
        eventId: event.id,
      });
  };
  // Released disputed amounts may be part of the refund, so they are posted first.
  if (step.disputeMinor < 0n) await updateDisputed();
  if (step.refundMinor > 0n)
    await refundPayment(context, payment, { amountMinor: step.refundMinor, totalMinor: state.refundBookedMinor });
  if (step.disputeMinor >= 0n) await updateDisputed();
  if (dispute || step.disputeMinor !== 0n) {
    const previousStatus = known.find(({ disputeId }) => disputeId === dispute?.disputeId)?.status ?? null;
    await notifyDispute(tx, payment, { dispute, was: previousStatus, movedMinor: step.disputeMinor });
  }
  await recordAudit(tx, {
    actor: null,
    account: payment.accountId,
    action: `payment.${news.kind}`,
    entity: `payment:${payment.id}`,
    before: { status },
    after: {
      status: state.status,
      refunded: fromMinor(state.refundBookedMinor),
      ...(dispute ? { dispute: dispute.status, disputed: fromMinor(state.disputeBookedMinor) } : {}),
      event: event.id,
    },
  });
}

/** Pays the order or invoice; falls back to a deposit if it changed in the meantime. */
async function postPayment(context: BillingContext, payment: PaymentRow): Promise<NonNullable<PaymentRow['bookedAs']>> {
  const { tx } = context;
  const { accountId, userId: actorId, order, invoiceId } = payment;
  await lockAccount(tx, accountId);
  const invoicePayment = { source: 'external', actorId } as const;
  if (payment.purpose === 'tariff' && order) {
    const subscription = await findSubscription(tx, accountId);
    if ((subscription?.version ?? 0) === order.version && (await confirmOrderedCoupon(tx, order))) {
      const open = await findOpenInvoice(tx, accountId);
      if (open) await setInvoiceStatus(context, open, 'void', { reason: 'replaced' });
      const invoice = await fulfillOrder(context, order, { ...invoicePayment, accountId });
      await updatePayment(tx, payment.id, { invoiceId: invoice.id });
      return 'invoice';
    }
  }
  if (payment.purpose === 'invoice' && invoiceId !== null) {
    const invoice = await getInvoiceForUpdate(tx, invoiceId);
    if (invoice.status === 'open' || invoice.status === 'uncollectible') {
      await payOpenInvoice(context, invoice, invoicePayment);
      return 'invoice';
    }
  }
  await postDeposit(context, payment);
  return 'deposit';
}

async function postDeposit(context: BillingContext, payment: PaymentRow): Promise<void> {
  const { tx } = context;
  const { id, accountId, userId, amountMinor, currency, locale, purpose } = payment;
  await postJournal(tx, {
    kind: 'deposit',
    key: `payment:${id}`,
    accountId,
    postings: transfer('external', 'available', amountMinor),
    reference: `payment:${id}`,
    actorId: userId,
  });
  const invoice = await issueInvoice(
    context,
    {
      accountId,
      type: 'deposit',
      lines: [{ kind: 'deposit', tariff: null, from: null, until: null, amount: fromMinor(amountMinor) }],
      subtotalMinor: amountMinor,
      creditMinor: 0n,
      taxBasisPoints: 0,
      taxMinor: 0n,
      totalMinor: amountMinor,
      currency,
      locale,
    },
    'paid',
  );
  await updatePayment(tx, id, { invoiceId: invoice.id });
  await notifyPaid(tx, invoice);
  if (purpose !== 'deposit')
    await notifyUser(tx, { id: userId, accountId }, 'payment_to_balance', { amount: fromMinor(amountMinor), currency });
  await collectOpenInvoice(context, accountId);
}
