import { AppError } from '@poklik/contract/errors';
import type { Caller } from '../../http/caller.ts';
import { runIdempotent } from '../../http/idempotency.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { getDatabaseTime, lockAccount } from './accounts.repo.ts';
import { toInvoice } from './invoices/invoice-response.ts';
import type { InvoiceRow } from './invoices/invoices.repo.ts';
import { getInvoiceAccountId, getInvoiceForUpdate, setInvoiceStatus } from './invoices/invoices.service.ts';
import { refundInvoice, voidPaidInvoice } from './payments/refund.service.ts';
import { payOpenInvoice } from './subscriptions/order-fulfillment.service.ts';
import { findSubscription } from './subscriptions/subscriptions.repo.ts';
import { endSubscription } from './subscriptions/subscriptions.service.ts';

interface InvoiceAction {
  invoiceId: number;
  reason: string;
}

/** Locks the account before the invoice, as everywhere, to avoid deadlocks. */
async function lockInvoice(tx: Database, invoiceId: number): Promise<InvoiceRow> {
  await lockAccount(tx, await getInvoiceAccountId(tx, invoiceId));
  return getInvoiceForUpdate(tx, invoiceId);
}

/** A paid invoice is refunded to the balance; voiding an open one ends its subscription. */
export const voidInvoice = (db: Database, caller: Caller, { invoiceId, reason }: InvoiceAction) =>
  runIdempotent(db, caller, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const now = await getDatabaseTime(tx);
    const context = { now, reason, actor: caller };
    if (invoice.status === 'paid') {
      if (invoice.type === 'deposit') throw new AppError('invoice_not_open');
      const amountMinor = invoice.totalMinor - invoice.refundedMinor;
      const voided =
        amountMinor > 0n
          ? await refundInvoice(tx, invoice, { ...context, amountMinor, to: 'available' })
          : await voidPaidInvoice(tx, invoice, { ...context, refundedMinor: invoice.refundedMinor });
      return toInvoice(voided);
    }
    const voided = await setInvoiceStatus(tx, invoice, 'void', context);
    const subscription = await findSubscription(tx, invoice.accountId);
    if (subscription?.status === 'past_due' && invoice.status === 'open')
      await endSubscription(tx, subscription, 'cancelled', {
        now,
        creditMinor: subscription.creditMinor + invoice.creditMinor,
      });
    return toInvoice(voided);
  });

/** For payments received outside the product, such as bank transfers. */
export const markInvoicePaid = (services: Services, caller: Caller, { invoiceId, reason }: InvoiceAction) =>
  runIdempotent(services.db, caller, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw new AppError('invoice_not_open');
    const { accountId } = invoice;
    const { userId: actorId, ip } = caller;
    const now = await getDatabaseTime(tx);
    return toInvoice(
      await payOpenInvoice(tx, services, invoice, { source: 'external', now, accountId, actorId, ip, reason }),
    );
  });
