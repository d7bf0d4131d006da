import * as z from 'zod/mini';
import type { Services } from '../../services.ts';
import { sendEmail } from '../emails/emails.service.ts';
import { findInvoiceById, renderInvoicePdf, toInvoice } from '../invoices/invoices.service.ts';
import { listDueSubscriptions } from '../subscriptions/subscriptions.service.ts';
import { advance } from './renewal.service.ts';
import { valuesOf } from './settle.ts';

const Receipt = z.object({ userId: z.int(), invoiceId: z.int() });
const BillingLetter = z.object({
  userId: z.int(),
  kind: z.enum(['invoice_open', 'tariff_ended']),
  values: z.record(z.string(), z.string()),
});

/** A program that was off for long may have several periods to catch up with; more than this is a mistake. */
const STEPS_MAX = 200;

export const billingJobs = (services: Services): Record<string, (payload: unknown) => Promise<void>> => ({
  renew_subscriptions: async () => {
    for (const { accountId } of await listDueSubscriptions(services.db)) {
      try {
        for (let step = 0; step < STEPS_MAX && (await advance(services, accountId)); step += 1);
      } catch (error) {
        // One account in trouble must not keep the others waiting.
        services.log.error({ err: error, account: accountId }, 'a subscription could not be renewed');
      }
    }
  },
  send_receipt: async (payload) => {
    const { userId, invoiceId } = Receipt.parse(payload);
    const invoice = await findInvoiceById(services.db, invoiceId);
    if (!invoice) return;
    await sendEmail(services, userId, async (language) => ({
      kind: 'payment_received',
      screen: 'profile?tab=billing',
      values: valuesOf(invoice),
      attachments: [
        {
          filename: `${invoice.number}.pdf`,
          content: await renderInvoicePdf(toInvoice(invoice), language),
          contentType: 'application/pdf',
        },
      ],
    }));
  },
  send_billing_letter: async (payload) => {
    const { userId, kind, values } = BillingLetter.parse(payload);
    await sendEmail(services, userId, async (language) => ({
      kind,
      screen: 'tariffs',
      values: { ...values, ...(values[`tariff_${language}`] ? { tariff: values[`tariff_${language}`] ?? '' } : {}) },
    }));
  },
});

/** Six times an hour, in the form of cron. */
export const billingTimes = ['4,14,24,34,44,54 * * * * renew_subscriptions'];
