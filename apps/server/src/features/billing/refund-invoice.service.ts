import { randomBytes } from 'node:crypto';
import type { Refund } from '@poklik/contract/billing';
import { AppError } from '@poklik/contract/errors';
import type { Invoice } from '@poklik/contract/invoices';
import { toMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../http/caller.ts';
import { runIdempotent } from '../../http/idempotency.ts';
import type { LiveProviders } from '../../payments/configured-provider.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { createBillingContext } from './billing-context.ts';
import { toInvoice } from './invoices/invoice.response.ts';
import { findInvoice, type InvoiceRow } from './invoices/invoices.repo.ts';
import { lockInvoiceWithAccount } from './invoices/invoices.service.ts';
import { applyProviderEvent } from './payments/apply-payment-event.service.ts';
import { chargeOf, toChargedRefund } from './payments/charge-currency.service.ts';
import type { PaymentRequest } from './payments/checkout.service.ts';
import { findPayment } from './payments/payments.repo.ts';
import { refundInvoice } from './payments/refund.service.ts';
import {
  findPaymentOfInvoice,
  findRefundRequest,
  insertRefundRequest,
  listInterruptedRequests,
  setRefundRequestStatus,
  sumOpenRequests,
} from './payments/refund-requests.repo.ts';

/**
 * The operator refunds a part or all of a paid invoice. To the balance it happens at once; to the card it is asked of
 * the provider, outside any transaction, and booked when the provider confirms it.
 */
export async function refund(
  { services, providers, caller }: PaymentRequest,
  invoiceId: number,
  wish: Refund,
): Promise<Invoice> {
  const outcome = await runIdempotent(services.db, caller, async (tx) => {
    const invoice = await lockRefundable(tx, invoiceId, toMinor(wish.amount));
    if (wish.to === 'provider') return { request: await requestRefund(tx, providers, caller, invoice, wish) };
    const context = await createBillingContext(tx, services);
    const change = { reason: wish.reason, actor: caller, amountMinor: toMinor(wish.amount) };
    return toInvoice(await refundInvoice(context, invoice, { ...change, to: 'available' }));
  });
  if (!('request' in outcome)) return outcome;
  await sendRefund(services, providers, outcome.request);
  const invoice = await findInvoice(services.db, invoiceId);
  if (!invoice) throw new AppError('not_found');
  return toInvoice(invoice);
}

/** What is neither refunded, disputed nor on its way back. */
async function lockRefundable(tx: Database, invoiceId: number, amountMinor: bigint): Promise<InvoiceRow> {
  const invoice = await lockInvoiceWithAccount(tx, invoiceId);
  if (invoice.status !== 'paid' || invoice.type === 'deposit') throw new AppError('invoice_not_open');
  const payment = await findPaymentOfInvoice(tx, invoiceId);
  const onTheWay = payment ? await sumOpenRequests(tx, payment.id) : 0n;
  if (amountMinor > invoice.totalMinor - invoice.refundedMinor - invoice.disputedMinor - onTheWay)
    throw new AppError('refund_too_large');
  return invoice;
}

async function requestRefund(
  tx: Database,
  providers: LiveProviders,
  caller: Caller,
  { id }: InvoiceRow,
  { amount, reason }: Refund,
): Promise<string> {
  const payment = await findPaymentOfInvoice(tx, id);
  if (!payment?.providerPaymentId || !providers.find(payment.provider)?.can.refund)
    throw new AppError('refund_not_possible');
  const key = randomBytes(24).toString('base64url');
  await insertRefundRequest(tx, {
    ...{ paymentId: payment.id, key, reason, actorId: caller.userId },
    amountMinor: toMinor(amount),
  });
  return key;
}

/** Sending it again under its key refunds nothing twice. */
async function sendRefund(services: Services, providers: LiveProviders, key: string): Promise<void> {
  const { db, log } = services;
  const request = await findRefundRequest(db, key);
  if (request?.status !== 'sent') return;
  const payment = await findPayment(db, request.paymentId);
  const provider = payment && providers.find(payment.provider);
  if (!provider || !payment?.providerPaymentId) throw new AppError('provider_unavailable');
  const { amountMinor } = request;
  const sent = await provider
    .refund(payment.providerPaymentId, {
      ...toChargedRefund(payment, { amountMinor, refundedMinor: payment.refundToldMinor }),
      key,
    })
    .catch(async (error: unknown) => {
      log.error({ err: error, provider: provider.name, payment: payment.id }, 'refund failed');
      throw new AppError('provider_unavailable');
    });
  if (sent === 'refused') {
    await setRefundRequestStatus(db, key, 'failed');
    throw new AppError('refund_not_possible');
  }
  if (sent === null) return;
  const { reference, providerPaymentId: paymentId } = payment;
  const { currency } = chargeOf(payment);
  const news = { kind: 'refunded', totalMinor: sent } as const;
  await applyProviderEvent(services, provider, { id: `${key}:refunded`, reference, paymentId, currency, news });
  await setRefundRequestStatus(db, key, 'done');
}

/** Requests that were interrupted before the provider answered. Later it no longer knows their keys. */
export async function resendRefunds(services: Services, providers: LiveProviders): Promise<void> {
  for (const { key, isExpired } of await listInterruptedRequests(services.db)) {
    if (isExpired) await setRefundRequestStatus(services.db, key, 'failed');
    else
      await sendRefund(services, providers, key).catch((err: unknown) => services.log.error({ err }, 'refund failed'));
  }
}
