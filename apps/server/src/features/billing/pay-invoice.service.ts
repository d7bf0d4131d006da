import type { OrderResult } from '@poklik/contract/billing';
import { AppError } from '@poklik/contract/errors';
import type { Invoice } from '@poklik/contract/invoices';
import type { Caller } from '../../http/caller.ts';
import { runIdempotent } from '../../http/idempotency.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { lockAccount } from './accounts.repo.ts';
import { createBillingContext } from './billing-context.ts';
import { toInvoice } from './invoices/invoice.response.ts';
import type { InvoiceRow } from './invoices/invoices.repo.ts';
import { getInvoiceForUpdate, lockInvoiceWithAccount } from './invoices/invoices.service.ts';
import {
  createCheckout,
  type OrderOutcome,
  type PaymentChoice,
  type PaymentRequest,
  paidResult,
  placeOrder,
} from './payments/checkout.service.ts';
import { payOpenInvoice } from './subscriptions/collect-invoice.service.ts';
import { discountOpenInvoice } from './subscriptions/discount-invoice.service.ts';

/** The customer pays an open invoice. */
export const payInvoice = (
  request: PaymentRequest,
  { invoiceId, ...choice }: PaymentChoice & { invoiceId: number },
): Promise<OrderResult> =>
  placeOrder(request, async (tx) => {
    const { accountId } = request.caller;
    await lockAccount(tx, accountId);
    const invoice = await getInvoiceForUpdate(tx, invoiceId);
    if (invoice.accountId !== accountId) throw new AppError('not_found');
    return payOrCheckout(tx, request, invoice, choice);
  });

/** Pays an open invoice from the balance, or creates a checkout for it. */
export async function payOrCheckout(
  tx: Database,
  request: PaymentRequest,
  unpaid: InvoiceRow,
  { method, save, coupon }: PaymentChoice,
): Promise<OrderOutcome> {
  requireUnpaid(unpaid);
  const context = await createBillingContext(tx, request.services);
  const invoice =
    coupon === undefined ? unpaid : await discountOpenInvoice(context, unpaid, { code: coupon, actor: request.caller });
  if (method === 'provider' && invoice.totalMinor > 0n) {
    const { totalMinor: amountMinor, currency, id: invoiceId } = invoice;
    return createCheckout(tx, { ...request, save }, { purpose: 'invoice', amountMinor, currency, invoiceId });
  }
  const { userId: actorId, ip } = request.caller;
  return paidResult(await payOpenInvoice(context, invoice, { source: 'available', actorId, ip }));
}

/** For payments received outside the product, such as bank transfers. */
export const markInvoicePaid = (
  services: Services,
  caller: Caller,
  { invoiceId, reason }: { invoiceId: number; reason: string },
): Promise<Invoice> =>
  runIdempotent(services.db, caller, async (tx) => {
    const invoice = await lockInvoiceWithAccount(tx, invoiceId);
    requireUnpaid(invoice);
    const { userId: actorId, ip } = caller;
    const context = await createBillingContext(tx, services);
    return toInvoice(await payOpenInvoice(context, invoice, { source: 'external', actorId, ip, reason }));
  });

function requireUnpaid({ status }: InvoiceRow): void {
  if (status !== 'open' && status !== 'uncollectible') throw new AppError('invoice_not_open');
}
