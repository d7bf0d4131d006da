import { expect } from 'vitest';
import type { BillingFixture } from '../../features/billing/billing.fixture.ts';
import { createBillingContext } from '../../features/billing/billing-context.ts';
import { issueInvoice, setInvoiceStatus } from '../../features/billing/invoices/invoices.service.ts';
import { reconcile } from '../../features/billing/ledger/reconcile.service.ts';
import { retryTransaction } from '../../stores/retry-transaction.ts';

class Undone extends Error {}

const invoiceOf = (accountId: number) => ({
  accountId,
  type: 'one_off' as const,
  lines: [{ kind: 'deposit' as const, tariff: null, from: null, until: null, amount: '10.00' }],
  subtotalMinor: 1000n,
  creditMinor: 0n,
  taxBasisPoints: 0,
  taxMinor: 0n,
  totalMinor: 1000n,
  currency: 'USD',
  locale: 'en' as const,
});

/**
 * Many writers issue invoices and void them, which issues a credit note each; every third transaction is rolled back.
 * Neither series may have a gap.
 */
export async function issueManyDocuments(
  billing: BillingFixture,
  { writers, documents }: { writers: number; documents: number },
) {
  const { services } = billing.app;
  const people = [];
  for (let place = 0; place < writers; place += 1) people.push(await billing.createCustomer());
  let issued = 0;
  let asked = 0;
  await Promise.all(
    people.map(async ({ accountId }) => {
      while (issued < documents) {
        asked += 1;
        const isUndone = asked % 3 === 0;
        await retryTransaction(services.db, async (tx) => {
          const context = await createBillingContext(tx, services);
          const invoice = await issueInvoice(context, invoiceOf(accountId), 'open');
          await setInvoiceStatus(context, invoice, 'void', { reason: 'a test of series' });
          if (isUndone) throw new Undone();
        }).catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error;
        });
        if (!isUndone) issued += 1;
      }
    }),
  );
  for (const table of ['invoices', 'credit_notes']) {
    const [series] = (await billing.query(
      `select count(*)::int as count, max(substring(number from '[0-9]+$')::int) as last from ${table}
       where number like '%-' || to_char(now() at time zone 'UTC', 'YYYYMM') || '-%'`,
    )) as unknown as { count: number; last: number }[];
    expect(series?.count, table).toBe(series?.last);
    expect(series?.count, table).toBeGreaterThanOrEqual(documents);
  }
  expect(await reconcile(services.db)).toEqual([]);
}
