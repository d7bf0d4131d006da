import { transfer } from '@poklik/domain/ledger/journal';
import { fromMinor } from '@poklik/domain/money/amount';
import { applyPaymentEvent } from '@poklik/domain/payments/payment-state';
import type { PaymentProvider, ProviderEvent } from '../../../payments/provider.ts';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { retryTransaction } from '../../../stores/retry-transaction.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { notifyUser } from '../../notifications/notifications.service.ts';
import { getDatabaseTime, lockAccount } from '../accounts.repo.ts';
import { findOpenInvoice } from '../invoices/invoices.repo.ts';
import { getInvoiceForUpdate, issueInvoice, setInvoiceStatus } from '../invoices/invoices.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';
import {
  collectOpenInvoice,
  fulfillOrder,
  notifyPaid,
  payOpenInvoice,
} from '../subscriptions/order-fulfillment.service.ts';
import { findSubscription } from '../subscriptions/subscriptions.repo.ts';
import { applyDisputedAmount, notifyDispute } from './dispute.service.ts';
import {
  findPaymentReference,
  insertPaymentEvent,
  listDisputes,
  lockPayment,
  type PaymentRow,
  updatePayment,
  upsertDispute,
} from './payments.repo.ts';
import { refundInvoice, updateDepositRefund } from './refund.service.ts';

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
export async function handlePaymentEvent(
  services: Services,
  provider: EventSource,
  event: ProviderEvent,
): Promise<void> {
  const reference = await resolveReference(services, provider, event);
  await retryTransaction(services.db, async (tx) => {
    const payment = reference === null ? null : await lockPayment(tx, reference);
    if (payment?.provider !== provider.name) {
      services.log.warn({ provider: provider.name, event: event.id }, 'payment event for unknown payment');
      return;
    }
    if (await insertPaymentEvent(tx, provider.name, event.id, payment.id))
      await applyEventToPayment(tx, services, payment, event);
  });
}

async function applyEventToPayment(
  tx: Database,
  services: Services,
  payment: PaymentRow,
  event: ProviderEvent,
): Promise<void> {
  const { news, currency } = event;
  if (
    (currency !== null && currency !== payment.currency) ||
    (news.kind === 'paid' && news.amountMinor !== payment.amountMinor)
  ) {
    const { provider, id } = payment;
    services.log.error(
      { provider, event: event.id, payment: id },
      'payment event does not match payment amount or currency',
    );
    return;
  }
  const { status, refundToldMinor, refundBookedMinor, disputeBookedMinor } = payment;
  const before = { status, refundToldMinor, refundBookedMinor, disputeBookedMinor };
  const known = await listDisputes(tx, payment.id);
  const step = applyPaymentEvent({ ...before, disputes: known }, news, payment.amountMinor);
  const { disputes, ...state } = step.state;
  const now = await getDatabaseTime(tx);
  const bookedAs = step.book ? await postPayment(tx, services, payment, now) : payment.bookedAs;
  await updatePayment(tx, payment.id, {
    ...state,
    bookedAs,
    ...(step.book ? { paidAt: now } : {}),
    ...(event.paymentId === null ? {} : { providerPaymentId: event.paymentId }),
  });
  const dispute = disputes.find((each) => news.kind === 'disputed' && each.disputeId === news.disputeId);
  if (dispute) await upsertDispute(tx, payment.provider, payment.id, dispute);
  const updateDisputed = async () => {
    if (step.disputeMinor !== 0n || dispute)
      await applyDisputedAmount(tx, payment, {
        disputedMinor: state.disputeBookedMinor,
        disputes,
        eventId: event.id,
        now,
      });
  };
  // Released disputed amounts may be part of the refund, so they are posted first.
  if (step.disputeMinor < 0n) await updateDisputed();
  if (step.refundMinor > 0n) await reversePayment(tx, payment, step.refundMinor, state.refundBookedMinor, now);
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
async function postPayment(
  tx: Database,
  services: Services,
  payment: PaymentRow,
  now: Date,
): Promise<NonNullable<PaymentRow['bookedAs']>> {
  const { accountId, userId: actorId, order, invoiceId } = payment;
  await lockAccount(tx, accountId);
  const payer = { source: 'external', now, accountId, actorId } as const;
  if (payment.purpose === 'tariff' && order) {
    const subscription = await findSubscription(tx, accountId);
    if ((subscription?.version ?? 0) === order.version) {
      const open = await findOpenInvoice(tx, accountId);
      if (open) await setInvoiceStatus(tx, open, 'void', { now, reason: 'replaced' });
      const invoice = await fulfillOrder(tx, services, order, payer);
      await updatePayment(tx, payment.id, { invoiceId: invoice.id });
      return 'invoice';
    }
  }
  if (payment.purpose === 'invoice' && invoiceId !== null) {
    const invoice = await getInvoiceForUpdate(tx, invoiceId);
    if (invoice.status === 'open' || invoice.status === 'uncollectible') {
      await payOpenInvoice(tx, services, invoice, payer);
      return 'invoice';
    }
  }
  await postDeposit(tx, services, payment, now);
  return 'deposit';
}

async function postDeposit(tx: Database, services: Services, payment: PaymentRow, now: Date): Promise<void> {
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
    tx,
    services.config,
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
    { status: 'paid', now },
  );
  await updatePayment(tx, id, { invoiceId: invoice.id });
  await notifyPaid(tx, invoice);
  if (purpose !== 'deposit')
    await notifyUser(tx, { id: userId, accountId }, 'payment_to_balance', { amount: fromMinor(amountMinor), currency });
  await collectOpenInvoice(tx, services, accountId, now);
}

/** Refunds the invoice first; any amount beyond it is deducted from the balance, which may go below zero. */
async function reversePayment(
  tx: Database,
  payment: PaymentRow,
  amountMinor: bigint,
  totalMinor: bigint,
  now: Date,
): Promise<void> {
  const { id, accountId } = payment;
  await lockAccount(tx, accountId);
  const current = await lockPayment(tx, payment.reference);
  const invoice =
    current?.bookedAs === 'invoice' && current.invoiceId !== null
      ? await getInvoiceForUpdate(tx, current.invoiceId)
      : null;
  const left = invoice ? invoice.totalMinor - invoice.refundedMinor - invoice.disputedMinor : 0n;
  const fromInvoice = amountMinor < left ? amountMinor : left;
  if (invoice && fromInvoice > 0n)
    await refundInvoice(tx, invoice, {
      amountMinor: fromInvoice,
      to: 'external',
      now,
      reason: 'refunded',
      actor: null,
    });
  const fromBalance = amountMinor - fromInvoice;
  if (fromBalance > 0n)
    await postJournal(tx, {
      kind: 'deposit_reversal',
      key: `payment:${id}:refund:${totalMinor}`,
      accountId,
      postings: transfer('available', 'external', fromBalance),
      reference: `payment:${id}`,
    });
  if (current?.bookedAs === 'deposit' && current.invoiceId !== null)
    await updateDepositRefund(tx, await getInvoiceForUpdate(tx, current.invoiceId), { refundedMinor: totalMinor, now });
  const { currency, userId } = payment;
  await notifyUser(tx, { id: userId, accountId }, 'payment_refunded', { amount: fromMinor(amountMinor), currency });
}
