import { paymentReference } from '@poklik/domain/bank/payment-reference';
import { fromMinor } from '@poklik/domain/money/amount';
import { importStatement } from '@poklik/server/features/billing/bank/import-statement.service';
import { findOpenInvoice } from '@poklik/server/features/billing/invoices/invoices.repo';
import { setOverage } from '@poklik/server/features/billing/subscriptions/overage.service';
import { tariffsRoutes } from '@poklik/server/features/billing/tariffs/tariffs.routes';
import { changeTariff } from '@poklik/server/features/billing/tariffs/tariffs.service';
import { type DemoContext, type DemoEvent, daysAgo, hoursAgo, STAFF } from '../context.ts';

const [{ email: SUPER }] = STAFF;

async function importPayments({ services: { db }, as, person }: DemoContext): Promise<void> {
  const { accountId } = await person('lingua@demo.test');
  const open = await findOpenInvoice(db, accountId);
  const day = daysAgo(1).toISOString().slice(0, 10);
  const rows = [
    ...(open
      ? [`${day},${fromMinor(open.totalMinor)},USD,Lingua School,${paymentReference(open.number ?? '') ?? ''}`]
      : []),
    `${day},79.00,USD,Kvitka Studio,Оплата за послуги`,
    `${day},250.00,USD,Agentur Nord GmbH,Guthaben agency@demo.test`,
    `${day},-14.50,USD,Bank,Account fee`,
  ];
  await importStatement(db, await as(SUPER), {
    ...{ csv: `Date,Amount,Currency,Payer,Purpose\n${rows.join('\n')}\n`, file_name: 'demo-bank.csv' },
    ...{ mapping: null, dry_run: false },
  });
}

/** Events above the plan are sold since then. */
async function sellOverage({ services, as }: DemoContext): Promise<void> {
  const operator = await as(SUPER);
  for (const [code, price] of [
    ['starter', '0.30'],
    ['pro', '0.20'],
  ]) {
    const plan = (await tariffsRoutes(services).list(operator, {})).data.find((each) => each.code === code);
    if (plan) await changeTariff(services.db, operator, plan.id, { ...plan, overage_price: price });
  }
}

/** Payments that came to the bank, and events above plans. */
export const BANK: DemoEvent[] = [
  { at: daysAgo(35, 12), run: sellOverage },
  {
    at: daysAgo(20, 12),
    run: async ({ services: { db }, as }) => setOverage(db, await as('kvitka@demo.test'), '50.00'),
  },
  { at: hoursAgo(1), run: importPayments },
];
