import { fromMinor } from '@poklik/domain/money/amount';
import { agreedFor, largestPlan, monthToBill, overageOf, termsOf } from '@poklik/domain/tariffs/overage';
import { sumOf } from '@poklik/domain/tariffs/proration';
import { calendarMonth } from '@poklik/domain/tariffs/quota';
import { graceEnd } from '@poklik/domain/tariffs/subscription';
import type { Services } from '../../../services.ts';
import { countAllEvents } from '../../../stats/count-events.ts';
import type { Database } from '../../../stores/postgres.ts';
import { retryTransaction } from '../../../stores/retry-transaction.ts';
import { getAccountOwner, getDatabaseTime, lockAccount } from '../accounts.repo.ts';
import type { BillingContext } from '../billing-context.ts';
import type { InvoiceRow } from '../invoices/invoices.repo.ts';
import { issueInvoice, notifyPaid, postInvoicePayment } from '../invoices/invoices.service.ts';
import { getTaxTerms } from '../invoices/tax-terms.service.ts';
import { getBalance } from '../ledger/ledger.repo.ts';
import { findLimitOverride } from '../tariffs/limit-overrides.repo.ts';
import { getFreeTariff, type TariffRow } from '../tariffs/tariffs.repo.ts';
import { getTariffById } from '../tariffs/tariffs.service.ts';
import { hasBill, insertBill, listAgreed, listPlansOfPeriod, listUnbilled } from './overage.repo.ts';
import { notifyInvoiceOpen } from './renew-subscription.service.ts';
import { monthPeriod } from './usage.service.ts';

/** Bills the last month to everyone who agreed to pay for events above the plan, once. */
export async function billOverage(services: Services, at?: Date): Promise<void> {
  const { db, clickhouse, log } = services;
  const now = at ?? (await getDatabaseTime(db));
  const month = monthToBill(now);
  const accounts = month === null ? [] : await listUnbilled(db, month);
  if (month === null || accounts.length === 0) return;
  const events = await countAllEvents(clickhouse, monthPeriod(new Date(`${month}-01T00:00:00Z`)));
  for (const accountId of accounts) {
    try {
      await retryTransaction(db, (tx) =>
        billMonth({ tx, config: services.config, now }, accountId, { month, events: events.get(accountId) ?? 0 }),
      );
    } catch (error) {
      // A failure in one account must not stop the others.
      log.error({ err: error, account: accountId }, 'billing of overage failed');
    }
  }
}

async function billMonth(
  context: BillingContext,
  accountId: number,
  { month, events }: { month: string; events: number },
): Promise<void> {
  const { tx } = context;
  await lockAccount(tx, accountId);
  if (await hasBill(tx, accountId, month)) return;
  const plan = await getPlanOfMonth(tx, accountId, month);
  const terms = termsOf(agreedFor(await listAgreed(tx, accountId), month), plan.tariff.overagePriceMinor);
  const { thousands, amountMinor } = overageOf(events, plan.included, terms);
  const priceMinor = terms?.priceMinor ?? 0n;
  const invoice =
    thousands === 0
      ? null
      : await invoiceOverage(context, accountId, { month, tariff: plan.tariff, thousands, priceMinor, amountMinor });
  const { included } = plan;
  await insertBill(tx, { ...{ accountId, month, events, included, thousands, priceMinor }, invoiceId: invoice?.id });
}

/** With the most events that the account had in the month: a downgrade or upgrade never makes earlier events cost. */
async function getPlanOfMonth(
  tx: Database,
  accountId: number,
  month: string,
): Promise<{ tariff: TariffRow; included: number | null }> {
  const { from, until } = calendarMonth(new Date(`${month}-01T00:00:00Z`));
  const ids = await listPlansOfPeriod(tx, accountId, from, until);
  const plans: TariffRow[] = [];
  for (const id of ids) plans.push(await getTariffById(tx, id));
  const tariff = largestPlan(plans) ?? (await getFreeTariff(tx));
  const override = (await findLimitOverride(tx, accountId))?.events ?? null;
  const included =
    tariff.eventsLimit === null || override === null ? tariff.eventsLimit : Math.max(tariff.eventsLimit, override);
  return { tariff, included };
}

interface Bill {
  month: string;
  tariff: TariffRow;
  thousands: number;
  priceMinor: bigint;
  amountMinor: bigint;
}

/** Paid from the balance if it suffices; otherwise it waits for the customer like any open invoice. */
async function invoiceOverage(context: BillingContext, accountId: number, bill: Bill): Promise<InvoiceRow> {
  const { tx, config, now } = context;
  const { month, tariff, thousands, priceMinor, amountMinor } = bill;
  const { from, until } = calendarMonth(new Date(`${month}-01T00:00:00Z`));
  const terms = await getTaxTerms(tx, config, accountId, now);
  const sum = sumOf(amountMinor, 0n, terms.taxBasisPoints);
  const { locale } = await getAccountOwner(tx, accountId);
  const isCovered = (await getBalance(tx, accountId)).available >= sum.totalMinor;
  const line = { kind: 'overage', tariff: tariff.name, from: from.toISOString(), until: until.toISOString() } as const;
  const invoice = await issueInvoice(
    context,
    {
      ...{ accountId, type: 'one_off', currency: tariff.currency, locale, ...terms },
      ...{ periodFrom: from, periodUntil: until, dueAt: isCovered ? null : graceEnd(now) },
      lines: [{ ...line, amount: fromMinor(amountMinor), overage: { thousands, price: fromMinor(priceMinor) } }],
      ...{ subtotalMinor: sum.subtotalMinor, creditMinor: 0n, taxMinor: sum.taxMinor, totalMinor: sum.totalMinor },
    },
    isCovered ? 'paid' : 'open',
  );
  if (!isCovered) {
    await notifyInvoiceOpen(tx, invoice);
    return invoice;
  }
  await postInvoicePayment(context, invoice, { source: 'available', actorId: null });
  await notifyPaid(tx, invoice);
  return invoice;
}
