import { fromMinor } from '@poklik/domain/money/amount';
import { dunningMoments, nextCharge } from '@poklik/domain/payments/dunning';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import { providerNames } from '../../../payments/configured-provider.ts';
import type { Database } from '../../../stores/postgres.ts';
import { notifyWithEmail } from '../../notifications/notifications.service.ts';
import { getAccountOwner } from '../accounts.repo.ts';
import type { BillingContext } from '../billing-context.ts';
import { findInvoice, type InvoiceRow } from '../invoices/invoices.repo.ts';
import {
  listMethodsById,
  listPaymentMethods,
  type PaymentMethodRow,
  updatePaymentMethod,
} from '../payment-methods/payment-methods.repo.ts';
import { listAttempts, type PaymentRow, updatePayment } from './payments.repo.ts';

/** Where the customer pays while present, and sees all attempts. */
export const BILLING_SCREEN = 'profile?tab=billing';

/** The attempts and the next step of an unpaid invoice. */
export async function getDunning({ tx, config, now }: BillingContext, invoice: InvoiceRow) {
  const owner = await getAccountOwner(tx, invoice.accountId);
  const attempts = await listAttempts(tx, invoice.id);
  const chargeable = providerNames(config);
  const methods = (await listPaymentMethods(tx, invoice.accountId)).filter(
    ({ provider, refusal }) => chargeable.includes(provider) && refusal === null,
  );
  const step = nextCharge({
    moments: dunningMoments(invoice.issuedAt ?? invoice.createdAt, owner.timezone, config.dunningDays),
    attempts: attempts.flatMap(({ paymentMethodId, createdAt, status }) =>
      paymentMethodId === null ? [] : [{ methodId: paymentMethodId, at: createdAt, status }],
    ),
    methods: methods.map(({ id }) => id),
    now,
  });
  return { owner, attempts, methods, step };
}

/** The next attempt; null if there is none. */
export const nextAttemptAt = ({ step }: Awaited<ReturnType<typeof getDunning>>, now: Date): Date | null =>
  step.kind === 'charge' ? now : step.until;

/** A card is named by its brand and last digits. */
export const cardName = ({ brand, last4 }: Pick<PaymentMethodRow, 'brand' | 'last4'>): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`;

/** Keeps why a charge failed, retires a card that must not be charged any more, and tells the customer. */
export async function recordChargeFailure(
  context: BillingContext,
  payment: PaymentRow,
  news: PaymentEvent,
): Promise<void> {
  const { tx } = context;
  if (payment.attempt === null || payment.invoiceId === null || payment.paymentMethodId === null) return;
  if (news.kind !== 'failed' && news.kind !== 'needs_action') return;
  const reason = news.kind === 'failed' ? (news.reason ?? 'declined') : null;
  await updatePayment(tx, payment.id, { failure: reason });
  if (news.kind === 'failed' && news.canRetry === false)
    await updatePaymentMethod(tx, payment.paymentMethodId, { refusal: reason });
  const invoice = await findInvoice(tx, payment.invoiceId);
  if (invoice?.status !== 'open') return;
  await notifyFailure(context, payment, invoice, news.kind);
}

async function notifyFailure(
  context: BillingContext,
  payment: PaymentRow,
  invoice: InvoiceRow,
  kind: 'failed' | 'needs_action',
): Promise<void> {
  const { tx, now } = context;
  const [method] = await listMethodsById(tx, payment.paymentMethodId === null ? [] : [payment.paymentMethodId]);
  const dunning = await getDunning(context, invoice);
  const next = nextAttemptAt(dunning, now);
  await notifyOwner(tx, invoice.accountId, kind === 'failed' ? 'charge_failed' : 'charge_needs_action', {
    card: method ? cardName(method) : '',
    ...invoiceValues(invoice),
    next: next?.toISOString().slice(0, 10) ?? '–',
  });
}

export const invoiceValues = (invoice: InvoiceRow) => ({
  number: invoice.number ?? '',
  amount: fromMinor(invoice.totalMinor),
  currency: invoice.currency,
  date: (invoice.dueAt ?? invoice.createdAt).toISOString().slice(0, 10),
});

export async function notifyOwner(
  tx: Database,
  accountId: number,
  kind:
    | 'charge_failed'
    | 'charge_needs_action'
    | 'charge_last_notice'
    | 'renewal_ahead'
    | 'trial_ending'
    | 'card_expiring',
  values: Record<string, string>,
): Promise<void> {
  const { id } = await getAccountOwner(tx, accountId);
  await notifyWithEmail(tx, { id, accountId }, kind, values, BILLING_SCREEN);
}
