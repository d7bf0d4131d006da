import { AppError } from '@poklik/contract/errors';
import type { Caller } from '../../http/caller.ts';
import { once } from '../../http/idempotency.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import {
  getInvoiceAccountId,
  getInvoiceForUpdate,
  type InvoiceRow,
  setInvoiceStatus,
  toInvoice,
} from '../invoices/invoices.service.ts';
import { endSubscription, findSubscription } from '../subscriptions/subscriptions.service.ts';
import { lockAccount } from '../tariffs/tariffs.service.ts';
import { clockOf } from './billing.repo.ts';
import { giveBack, voidPaid } from './refund.ts';
import { payOpenInvoice } from './settle.ts';

interface Act {
  invoiceId: number;
  reason: string;
}

/** Account first, invoice second, as everywhere, so that nobody waits for each other. */
async function locked(tx: Database, invoiceId: number): Promise<InvoiceRow> {
  await lockAccount(tx, await getInvoiceAccountId(tx, invoiceId));
  return getInvoiceForUpdate(tx, invoiceId);
}

/** What was paid goes back to the balance; what was not is no longer owed, and its tariff ends. */
export const voidInvoice = (db: Database, caller: Caller, { invoiceId, reason }: Act) =>
  once(db, caller, async (tx) => {
    const invoice = await locked(tx, invoiceId);
    const now = await clockOf(tx);
    const act = { now, reason, actor: caller };
    if (invoice.status === 'paid') {
      if (invoice.type === 'deposit') throw new AppError('invoice_not_open');
      const amountMinor = invoice.totalMinor - invoice.refundedMinor;
      const voided =
        amountMinor > 0n
          ? await giveBack(tx, invoice, { ...act, amountMinor, to: 'available' })
          : await voidPaid(tx, invoice, { ...act, refundedMinor: invoice.refundedMinor });
      return toInvoice(voided);
    }
    const voided = await setInvoiceStatus(tx, invoice, 'void', act);
    const subscription = await findSubscription(tx, invoice.accountId);
    if (subscription?.status === 'past_due' && invoice.status === 'open')
      await endSubscription(tx, subscription, 'cancelled', {
        now,
        creditMinor: subscription.creditMinor + invoice.creditMinor,
      });
    return toInvoice(voided);
  });

/** The money came some other way, such as by bank. */
export const markPaid = (services: Services, caller: Caller, { invoiceId, reason }: Act) =>
  once(services.db, caller, async (tx) => {
    const invoice = await locked(tx, invoiceId);
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw new AppError('invoice_not_open');
    const { accountId } = invoice;
    const { userId: actorId, ip } = caller;
    const now = await clockOf(tx);
    return toInvoice(
      await payOpenInvoice(tx, services, invoice, { source: 'external', now, accountId, actorId, ip, reason }),
    );
  });
