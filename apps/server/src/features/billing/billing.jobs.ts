import * as z from 'zod/mini';
import { removeExpiredKeys } from '../../http/idempotency.ts';
import { createLiveProviders } from '../../payments/configured-provider.ts';
import type { Services } from '../../services.ts';
import { sendEmail } from '../emails/emails.service.ts';
import { findLogo } from '../settings/branding.service.ts';
import { toInvoice } from './invoices/invoice.response.ts';
import { renderInvoicePdf } from './invoices/invoice-pdf.ts';
import { findInvoice } from './invoices/invoices.repo.ts';
import { invoiceEmailValues } from './invoices/invoices.service.ts';
import { insertLedgerCheck } from './ledger/ledger.repo.ts';
import { reconcile } from './ledger/reconcile.service.ts';
import { deleteUnconfirmedMethods } from './payment-methods/payment-methods.repo.ts';
import { forgetAtProvider } from './payment-methods/payment-methods.service.ts';
import { announceExpiringCards, announceRenewals, announceTrials } from './payments/announce-charges.service.ts';
import { askAboutOpenPayments } from './payments/ask-status.service.ts';
import { chargeUnpaidRenewals } from './payments/charge-invoice.service.ts';
import { releaseDueCommissions } from './referrals/commissions.service.ts';
import { resendRefunds } from './refund-invoice.service.ts';
import { advanceSubscription } from './subscriptions/renew-subscription.service.ts';
import { listDueSubscriptions } from './subscriptions/subscriptions.repo.ts';

const ForgetPayload = z.object({ id: z.int() });
const ReceiptPayload = z.object({ userId: z.int(), invoiceId: z.int() });
const BillingEmailPayload = z.object({
  userId: z.int(),
  kind: z.enum(['invoice_open', 'tariff_ended']),
  values: z.record(z.string(), z.string()),
});

/** After a long downtime several periods are due at once; more than this means a bug. */
const MAX_STEPS_PER_ACCOUNT = 200;

export const billingJobs = (
  services: Services,
  providers = createLiveProviders(services.config),
): Record<string, (payload: unknown) => Promise<void>> => ({
  renew_subscriptions: async () => {
    for (const { accountId } of await listDueSubscriptions(services.db)) {
      try {
        for (let step = 0; step < MAX_STEPS_PER_ACCOUNT && (await advanceSubscription(services, accountId)); step += 1);
      } catch (error) {
        // A failure in one account must not stop the others.
        services.log.error({ err: error, account: accountId }, 'subscription renewal failed');
      }
    }
    await chargeUnpaidRenewals(services, providers);
    await resendRefunds(services, providers);
    await askAboutOpenPayments(services, providers);
  },
  /** Announced charges and expiring cards. */
  announce_charges: async () => {
    await announceRenewals(services);
    await announceTrials(services);
    await announceExpiringCards(services);
    await deleteUnconfirmedMethods(services.db);
  },
  forget_payment_method: async (payload) => forgetAtProvider(services, providers, ForgetPayload.parse(payload).id),
  release_commissions: async () => {
    const released = await releaseDueCommissions(services);
    if (released > 0) services.log.info({ released }, 'commissions released');
  },
  /** Reports findings as errors; nothing is corrected automatically. */
  reconcile_ledger: async () => {
    const findings = await reconcile(services.db);
    await insertLedgerCheck(services.db, findings.length);
    for (const finding of findings) services.log.error(finding, 'ledger reconciliation found a broken rule');
  },
  forget_requests: async () => {
    await removeExpiredKeys(services.db);
  },
  send_receipt: async (payload) => {
    const { userId, invoiceId } = ReceiptPayload.parse(payload);
    const invoice = await findInvoice(services.db, invoiceId);
    if (!invoice) return;
    await sendEmail(services, userId, async (language) => ({
      kind: 'payment_received',
      screen: 'profile?tab=billing',
      values: invoiceEmailValues(invoice),
      attachments: [
        {
          filename: `${invoice.number}.pdf`,
          content: await renderInvoicePdf(toInvoice(invoice), language, await findLogo(services)),
          contentType: 'application/pdf',
        },
      ],
    }));
  },
  send_billing_letter: async (payload) => {
    const { userId, kind, values } = BillingEmailPayload.parse(payload);
    await sendEmail(services, userId, async (language) => ({
      kind,
      screen: 'tariffs',
      values: { ...values, ...(values[`tariff_${language}`] ? { tariff: values[`tariff_${language}`] ?? '' } : {}) },
    }));
  },
});

/** Cron expressions. */
export const billingSchedule = [
  '4,14,24,34,44,54 * * * * renew_subscriptions',
  '*/10 * * * * release_commissions',
  '37 * * * * announce_charges',
  '23 * * * * forget_requests',
  '41 2 * * * reconcile_ledger',
];
