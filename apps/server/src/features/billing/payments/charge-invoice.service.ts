import { randomBytes } from 'node:crypto';
import { fromMinor } from '@poklik/domain/money/amount';
import { dunningMoments } from '@poklik/domain/payments/dunning';
import { translator } from '../../../i18n/translate.ts';
import type { LiveProviders } from '../../../payments/configured-provider.ts';
import type { ChargeAnswer, PaymentProvider } from '../../../payments/provider.ts';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { retryTransaction } from '../../../stores/retry-transaction.ts';
import { notifyWithEmail } from '../../notifications/notifications.service.ts';
import { getAccountOwner, getDatabaseTime, lockAccount } from '../accounts.repo.ts';
import { findOpenInvoice } from '../invoices/invoices.repo.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { insertBillingNotice } from '../payment-methods/payment-methods.repo.ts';
import { findSubscription, listPastDueAccounts } from '../subscriptions/subscriptions.repo.ts';
import { applyAnswer, askStatus, findMethod } from './ask-status.service.ts';
import { chargeOf, findProviderRate, toChargeColumns } from './charge-currency.service.ts';
import { getDunning, invoiceValues, notifyOwner } from './charge-notices.service.ts';
import {
  insertPayment,
  listOperators,
  listUnanswered,
  listUnansweredAccounts,
  type PaymentRow,
} from './payments.repo.ts';

const MINUTE_MS = 60_000;
/** The provider may still be working on a younger charge. */
const ASK_AFTER_MS = 2 * MINUTE_MS;
/** Providers remember idempotency keys for a day; later the same charge could be made twice. */
const SEND_AGAIN_MS = 20 * 60 * MINUTE_MS;
/** Until then a charge may still appear in the provider's records. */
const ABSENT_MS = 60 * MINUTE_MS;
const UNRESOLVED_MS = 24 * 60 * MINUTE_MS;

/**
 * Charges the unpaid renewal of an account as far as it is due now: first the missing answers, then one card after the
 * other. The payment is saved before it is sent and outside any transaction, so a killed process neither charges twice
 * nor forgets a charge.
 */
export async function chargeUnpaidRenewal(
  services: Services,
  providers: LiveProviders,
  accountId: number,
  at?: Date,
): Promise<void> {
  const now = at ?? (await getDatabaseTime(services.db));
  const charging = { services, providers, now };
  await resolveUnanswered(charging, accountId);
  for (
    let attempt = await prepareCharge(charging, accountId);
    attempt;
    attempt = await prepareCharge(charging, accountId)
  )
    await send(charging, attempt);
  await sendLastNotice(services, accountId, now);
}

/** A failure in one account must not stop the others. */
export async function chargeUnpaidRenewals(services: Services, providers: LiveProviders): Promise<void> {
  const unanswered = await listUnansweredAccounts(services.db);
  for (const accountId of new Set([...unanswered, ...(await listPastDueAccounts(services.db))])) {
    try {
      await chargeUnpaidRenewal(services, providers, accountId);
    } catch (error) {
      services.log.error({ err: error, account: accountId }, 'charging a renewal failed');
    }
  }
}

/** Saves the next charge; null if none is due, or there is no recent rate to charge it at. */
const prepareCharge = ({ services, providers, now }: Charging, accountId: number): Promise<PaymentRow | null> =>
  retryTransaction(services.db, async (tx) => {
    await lockAccount(tx, accountId);
    const invoice = await findUnpaidRenewal(tx, accountId);
    if (!invoice) return null;
    const { step, owner, methods } = await getDunning({ tx, config: services.config, now }, invoice);
    // The balance comes first; it is collected by the renewal.
    const isCovered = (await getBalance(tx, accountId)).available >= invoice.totalMinor;
    if (step.kind === 'wait' || isCovered) return null;
    const method = methods.find(({ id }) => id === step.methodId);
    const provider = method && providers.find(method.provider);
    if (!provider) return null;
    const rate = await findProviderRate(tx, provider, { currency: invoice.currency, now });
    if (rate === undefined) return null;
    return insertPayment(tx, {
      ...{ accountId, userId: owner.id, locale: owner.locale, provider: provider.name },
      reference: randomBytes(24).toString('base64url'),
      ...{ purpose: 'invoice', invoiceId: invoice.id, amountMinor: invoice.totalMinor, currency: invoice.currency },
      ...{ paymentMethodId: step.methodId, attempt: step.attempt, createdAt: now },
      ...toChargeColumns(invoice.totalMinor, rate),
    });
  });

async function findUnpaidRenewal(tx: Database, accountId: number) {
  const subscription = await findSubscription(tx, accountId);
  if (subscription?.status !== 'past_due') return null;
  const invoice = await findOpenInvoice(tx, accountId);
  return invoice && invoice.id === subscription.invoiceId && invoice.totalMinor > 0n ? invoice : null;
}

interface Charging {
  services: Services;
  providers: LiveProviders;
  now: Date;
}

async function send(charging: Charging, payment: PaymentRow): Promise<void> {
  const { services, providers } = charging;
  const provider = providers.find(payment.provider);
  if (!provider) return;
  const method = await findMethod(services, payment);
  if (!method?.sealed || method.removedAt !== null) return applyAnswer(charging, payment, NOT_SENT);
  const { reference } = payment;
  const description = translator(payment.locale)('checkout.purpose.invoice', { app: services.config.appName });
  const token = services.secrets.open(method.sealed);
  await applyAnswer(charging, payment, await provider.charge(token, { reference, ...chargeOf(payment), description }));
}

/** A charge that never reached the provider. */
const NOT_SENT: ChargeAnswer = { kind: 'failed', paymentId: null, reason: 'not_sent', canRetry: true };

/** Nothing else of the account is charged before these have an answer. */
async function resolveUnanswered(charging: Charging, accountId: number): Promise<void> {
  const { services, providers, now } = charging;
  for (const payment of await listUnanswered(services.db, accountId)) {
    const age = now.getTime() - payment.createdAt.getTime();
    const provider = providers.find(payment.provider);
    if (age < ASK_AFTER_MS || !provider) continue;
    const answer = await askStatus(services, provider, payment);
    if (answer.kind !== 'absent') await applyAnswer(charging, payment, answer);
    else await resolveAbsent(charging, { provider, payment, age });
    if (answer.kind === 'unknown' && age >= UNRESOLVED_MS) await reportUnresolved(services, payment);
  }
}

/** It never arrived. Only a provider that knows our references is sent the same charge again. */
async function resolveAbsent(
  charging: Charging,
  { provider, payment, age }: { provider: PaymentProvider; payment: PaymentRow; age: number },
): Promise<void> {
  if (provider.can.repeat && age < SEND_AGAIN_MS) await send(charging, payment);
  else if (provider.can.repeat || age >= ABSENT_MS) await applyAnswer(charging, payment, NOT_SENT);
}

/** Once: a person has to look it up at the provider. */
const reportUnresolved = ({ db }: Services, { id, accountId, amountMinor, currency, reference }: PaymentRow) =>
  db.transaction(async (tx) => {
    if (!(await insertBillingNotice(tx, accountId, `unresolved:${id}`))) return;
    const { email: customer } = await getAccountOwner(tx, accountId);
    const values = { amount: fromMinor(amountMinor), currency, customer, reference };
    for (const operator of await listOperators(tx, accountId))
      await notifyWithEmail(tx, operator, 'charge_unresolved', values, 'invoices');
  });

/** On the last day of the list, whether or not there is a card. */
const sendLastNotice = ({ db, config }: Services, accountId: number, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const invoice = await findUnpaidRenewal(tx, accountId);
    if (!invoice) return;
    const { timezone } = await getAccountOwner(tx, accountId);
    const last = dunningMoments(invoice.issuedAt ?? invoice.createdAt, timezone, config.dunningDays).at(-1);
    if (last === undefined || last > now) return;
    if (await insertBillingNotice(tx, accountId, `last:${invoice.id}`))
      await notifyOwner(tx, accountId, 'charge_last_notice', invoiceValues(invoice));
  });
