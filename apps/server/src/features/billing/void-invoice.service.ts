import { AppError } from '@poklik/contract/errors';
import type { Invoice } from '@poklik/contract/invoices';
import type { Caller } from '../../http/caller.ts';
import { runIdempotent } from '../../http/idempotency.ts';
import type { Services } from '../../services.ts';
import { createBillingContext } from './billing-context.ts';
import { toInvoice } from './invoices/invoice.response.ts';
import { lockInvoiceWithAccount, setInvoiceStatus } from './invoices/invoices.service.ts';
import { refundInvoice, voidPaidInvoice } from './payments/refund.service.ts';
import { findSubscription } from './subscriptions/subscriptions.repo.ts';
import { endSubscription } from './subscriptions/subscriptions.service.ts';

/** A paid invoice is refunded to the balance; voiding an open one ends its subscription. */
export const voidInvoice = (
  services: Services,
  caller: Caller,
  { invoiceId, reason }: { invoiceId: number; reason: string },
): Promise<Invoice> =>
  runIdempotent(services.db, caller, async (tx) => {
    const invoice = await lockInvoiceWithAccount(tx, invoiceId);
    const context = await createBillingContext(tx, services);
    const change = { reason, actor: caller };
    if (invoice.status === 'paid') {
      if (invoice.type === 'deposit') throw new AppError('invoice_not_open');
      const { totalMinor, refundedMinor } = invoice;
      const amountMinor = totalMinor - refundedMinor;
      const voided =
        amountMinor > 0n
          ? await refundInvoice(context, invoice, { ...change, amountMinor, to: 'available' })
          : await voidPaidInvoice(context, invoice, { ...change, refundedMinor });
      return toInvoice(voided);
    }
    const voided = await setInvoiceStatus(context, invoice, 'void', change);
    const subscription = await findSubscription(tx, invoice.accountId);
    if (subscription?.status === 'past_due' && invoice.status === 'open' && subscription.invoiceId === invoice.id)
      await endSubscription(tx, subscription, 'cancelled', {
        now: context.now,
        creditMinor: subscription.creditMinor + invoice.creditMinor,
      });
    return toInvoice(voided);
  });
