import { ROLES } from '@poklik/contract/roles';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMoneyFixture,
  type MoneyFixture,
  moneyActions,
  runMoneyScenario,
} from '../../../testing/money/money-scenario.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { billingJobs } from '../billing.jobs.ts';
import { type Finding, reconcile } from './reconcile.service.ts';

let world: MoneyFixture;
beforeAll(async () => {
  world = await createMoneyFixture(await createTestApp());
  await runMoneyScenario(world, [
    { do: 'pay', who: 0, amount: 400 },
    { do: 'pay', who: 1, amount: 400 },
    { do: 'deposit', who: 0, amount: 50 },
  ]);
  await runMoneyScenario(world, [{ do: 'release' }]);
  await runMoneyScenario(world, [{ do: 'pay', who: 2, amount: 30 }]);
  await runMoneyScenario(world, [{ do: 'withdraw', who: 0, amount: 100 }]);
  for (const status of ['approved', 'processing', 'paid'] as const)
    await runMoneyScenario(world, [{ do: 'decide', which: 0, status, by: 0 }]);
  await runMoneyScenario(world, [{ do: 'withdraw', who: 0, amount: 60 }]);
  await runMoneyScenario(world, [{ do: 'decide', which: 0, status: 'rejected', by: 0 }]);
  await runMoneyScenario(world, [{ do: 'withdraw', who: 1, amount: 70 }]);
  await runMoneyScenario(world, [{ do: 'top_up', who: 2, amount: 300 }]);
  await runMoneyScenario(world, [{ do: 'buy', who: 2, which: 1 }]);
  await runMoneyScenario(world, [{ do: 'purchase', who: 1, which: 2 }]);
  await runMoneyScenario(world, [{ do: 'void', which: 0 }]);
  await runMoneyScenario(world, [{ do: 'purchase', who: 0, which: 2 }]);
});
afterAll(() => world.product.close());

/** Runs a statement without triggers, as a database owner could, reconciles, and rolls back. */
async function planted(...statements: string[]): Promise<Finding[]> {
  let findings: Finding[] = [];
  const tables = ['ledger_journals', 'ledger_postings', 'ledger_balances', 'audit_entries', 'invoices', 'credit_notes'];
  tables.push('subscription_history');
  await world.product.services.db
    .transaction(async (tx) => {
      for (const table of tables) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      await tx.execute(sql.raw('drop index withdrawals_one_open_key'));
      await tx.execute(sql.raw('alter table ledger_balances drop constraint ledger_balances_reserved_is_not_negative'));
      await tx.execute(sql.raw('alter table ledger_postings drop constraint ledger_postings_journal_account_key'));
      await tx.execute(
        sql.raw('alter table ledger_balances drop constraint ledger_balances_withdrawable_is_part_of_available'),
      );
      await tx.execute(sql.raw('alter table invoices drop constraint invoices_sum_agrees'));
      await tx.execute(sql.raw('alter table payments drop constraint payments_refund_is_part'));
      await tx.execute(sql.raw('alter table payments drop constraint payments_dispute_is_part'));
      await tx.execute(sql.raw('alter table subscriptions drop constraint subscriptions_invoice_id_invoices_id_fk'));
      await tx.execute(sql.raw('alter table credit_notes drop constraint credit_notes_invoice_id_invoices_id_fk'));
      await tx.execute(
        sql.raw('alter table subscription_history drop constraint subscription_history_invoice_id_invoices_id_fk'),
      );
      for (const statement of statements) await tx.execute(sql.raw(statement));
      findings = await reconcile(tx);
      throw new Error('undo');
    })
    .catch((error: Error) => {
      if (error.message !== 'undo') throw error;
    });
  return findings;
}

const someone = '(select min(account_id) from ledger_balances where available_minor > 0)';
const journalOf = (kind: string) => `(select min(id) from ledger_journals where kind = '${kind}')`;
const legOf = (kind: string, account: string) =>
  `(select min(id) from ledger_postings where journal_id = ${journalOf(kind)} and account = '${account}')`;

it('stores the nightly result for the operator', async () => {
  const { product } = world;
  const { token } = await product.person({ role: ROLES.SUPER_ADMIN });
  const health = async () => (await product.call('GET', '/overview', { token })).json().data.data_health.ledger;
  const tonight = () => billingJobs(product.services).reconcile_ledger?.({});
  expect(await health()).toEqual({ status: 'unknown', checked_at: null, findings: 0 });
  await tonight();
  expect(await health()).toEqual({ status: 'ok', checked_at: expect.any(String), findings: 0 });
  await product.services.pool.query('update commissions set base_minor = base_minor + 10000');
  await tonight();
  const { status, findings } = await health();
  expect([status, findings > 0]).toEqual(['differs', true]);
  await product.services.pool.query('update commissions set base_minor = base_minor - 10000');
  await tonight();
  expect(await health()).toMatchObject({ status: 'ok', findings: 0 });
});

describe('reconciliation', () => {
  it('finds nothing in a consistent ledger', async () => {
    expect(await reconcile(world.product.services.db)).toEqual([]);
  });

  it.each([
    [
      'journals sum to zero',
      `update ledger_postings set amount_minor = amount_minor - 1 where id = ${legOf('manual_deposit', 'adjustments')}`,
    ],
    ['journals sum to zero', `delete from ledger_postings where id = ${legOf('manual_deposit', 'adjustments')}`],
    [
      'journals have at least two postings',
      `delete from ledger_postings where journal_id = ${journalOf('manual_deposit')}`,
    ],
    ['every account with postings has a balance', `delete from ledger_balances where account_id = ${someone}`],
    [
      'available balances match postings',
      `update ledger_balances set available_minor = available_minor + 1 where account_id = ${someone}`,
    ],
    [
      'reserved balances match postings',
      `update ledger_balances set reserved_minor = reserved_minor + 1 where account_id = ${someone}`,
    ],
    [
      'pending balances match postings',
      `update ledger_balances set pending_minor = pending_minor + 1 where account_id = ${someone}`,
    ],
    [
      'postings store the running balance',
      `update ledger_postings set balance_after_minor = balance_after_minor + 1 where id = ${legOf('manual_deposit', 'available')}`,
    ],
    [
      'available balances are negative only after a reversal',
      `update ledger_balances set available_minor = -5, withdrawable_minor = 0 where account_id = ${someone}`,
    ],
    [
      'reserved and pending balances are not negative',
      `update ledger_balances set reserved_minor = -5 where account_id = ${someone}`,
    ],
    [
      'withdrawable balances do not exceed earnings',
      `update ledger_balances set withdrawable_minor = 99999999 where account_id = ${someone}`,
    ],
    [
      'reserved balances match open withdrawals',
      "update withdrawals set amount_minor = amount_minor + 1 where status = 'pending'",
    ],
    [
      'withdrawals reserved their amount',
      `delete from ledger_postings where journal_id = ${journalOf('withdrawal_request')}`,
    ],
    [
      'exactly the paid withdrawals are paid out',
      "update withdrawals set status = 'paid', paid_at = now() where status = 'pending'",
    ],
    [
      'exactly the paid withdrawals are paid out',
      "update withdrawals set status = 'processing', paid_at = null where status = 'paid'",
    ],
    [
      'exactly the unpaid closed withdrawals are returned',
      "update withdrawals set status = 'cancelled' where status = 'pending'",
    ],
    [
      'accounts have at most one open withdrawal',
      "insert into withdrawals (account_id, user_id, amount_minor, fee_minor, currency, payout_id) select account_id, user_id, amount_minor, fee_minor, currency, payout_id from withdrawals where status = 'pending'",
    ],
    ['withdrawals are reviewed by another account', 'update withdrawals set reviewed_by_id = user_id'],
    [
      'commissions are posted with their amount',
      `delete from ledger_postings where journal_id = ${journalOf('commission_accrual')}`,
    ],
    [
      'exactly the released commissions are posted as released',
      `delete from ledger_postings where journal_id = ${journalOf('commission_release')}`,
    ],
    [
      'commissions are not released before their hold ends',
      "update commissions set release_at = released_at + interval '1 day' where released_at is not null",
    ],
    ['reversed commissions are posted', "update commissions set reversed_minor = 1 where status = 'available'"],
    ['commission amounts match their rate', 'update commissions set basis_points = basis_points + 500'],
    ['commissions are not self-referrals', 'update commissions set referral_id = beneficiary_id'],
    [
      'pending balances match commissions on hold',
      "update commissions set status = 'available', released_at = now() where status = 'pending'",
    ],
    [
      'journals refer to existing records',
      `update ledger_journals set reference = 'withdrawal:999999' where id = ${journalOf('withdrawal_request')}`,
    ],
    [
      'manual adjustments have an author',
      `update ledger_journals set actor_id = null where id = ${journalOf('manual_deposit')}`,
    ],
    [
      'postings are allowed for their journal kind',
      `update ledger_postings set account = 'fees' where id = ${legOf('manual_deposit', 'adjustments')}`,
    ],
    ['invoice totals match their lines', 'update invoices set tax_minor = tax_minor + 1'],
    [
      'invoice totals match their lines',
      'update invoices set subtotal_minor = subtotal_minor + 1, total_minor = total_minor + 1',
    ],
    ['invoice numbers have no gaps', 'update invoice_series set last = last + 1'],
    [
      'invoice numbers have no gaps',
      "delete from invoices where id = (select max(id) from invoices where type = 'subscription' and id not in (select invoice_id from payments where invoice_id is not null))",
    ],
    ['every invoice number belongs to a series', "update invoices set number = 'XYZ-' || id"],
    [
      'paid invoices are posted exactly once',
      `delete from ledger_postings where journal_id = ${journalOf('payment')} and account = 'revenue'`,
    ],
    [
      'paid invoices are posted exactly once',
      "update invoices set paid_at = null, status = 'open' where id = (select max(id) from invoices where status = 'paid' and type = 'subscription')",
    ],
    [
      'refunds of invoices are posted',
      "update invoices set refunded_minor = 1 where status = 'paid' and type = 'subscription'",
    ],
    [
      'disputed amounts of invoices are posted',
      "update invoices set disputed_minor = 1, status = 'disputed' where status = 'paid' and type = 'subscription'",
    ],
    [
      'invoices are disputed exactly while an amount is disputed',
      "update invoices set status = 'disputed' where status = 'paid'",
    ],
    [
      'disputed amounts of payments are posted',
      "update payments set dispute_booked_minor = 1 where status = 'paid' and refund_booked_minor = 0",
    ],
    [
      'disputed amounts match open and lost disputes, up to the payment',
      "insert into disputes select 'sandbox', 'dp_' || id, id, 1, 'open' from payments where status = 'paid' and refund_booked_minor = 0",
    ],
    [
      'void invoices are fully refunded',
      "update invoices set refunded_minor = refunded_minor - 1 where status = 'void'",
    ],
    ['deposits are posted exactly once', "update payments set booked_as = 'invoice' where booked_as = 'deposit'"],
    [
      'reversed deposits are posted',
      "update payments set refund_told_minor = 1, refund_booked_minor = 1 where booked_as = 'deposit'",
    ],
    ['paid payments have a paid invoice', "update payments set invoice_id = null where status = 'paid'"],
    [
      'refunds do not exceed payments',
      "update payments set refund_told_minor = amount_minor + 1, refund_booked_minor = amount_minor + 1 where status = 'paid'",
    ],
    ['credit note numbers have no gaps', 'update credit_note_series set last = last + 1'],
    ['credit notes add up to what their invoice lost', 'update credit_notes set amount_minor = amount_minor + 1'],
    ['taxes of credit notes add up', 'update credit_notes set tax_minor = tax_minor + 1'],
    [
      'automatic charges have an invoice and at most five attempts',
      `with card as (insert into payment_methods (account_id, user_id, provider, reference, consent)
         select account_id, user_id, 'sandbox', 'card', '{}' from payments limit 1 returning id)
       update payments set attempt = 9, payment_method_id = (select id from card)`,
    ],
    [
      'accounts have the tariff of their subscription',
      "update accounts set tariff_id = (select id from tariffs where code = 'free')",
    ],
    ['paying plans have a posted payment', "update ledger_journals set kind = 'manual_deposit' where kind = 'payment'"],
    [
      'recurring revenue matches invoices',
      'update subscription_history set arr_minor = arr_minor + 1 where arr_minor > 0',
    ],
    ['recurring revenue matches invoices', "update subscription_history set status = 'ended' where arr_minor > 0"],
    ['the history ends with the subscription', 'update subscriptions set version = version + 1'],
    ['the history ends with the subscription', "update subscription_history set status = 'past_due'"],
    [
      'journals refer to existing records',
      `update ledger_journals set reference = 'invoice:999999' where id = ${journalOf('payment')}`,
    ],
    [
      'the audit log is an unbroken chain',
      "update audit_entries set action = 'nothing.happened' where id = (select min(id) from audit_entries)",
    ],
    [
      'the audit log is an unbroken chain',
      'delete from audit_entries where position = 1 and account_id = (select account_id from audit_entries group by 1 having count(*) > 1 limit 1)',
    ],
  ])('finds a violation of "%s" after: %s', async (rule, statement) => {
    const findings = await planted(statement);
    expect(findings.map((finding) => finding.rule)).toContain(rule);
  });

  it('finds nothing after random operations by eight concurrent clients', async () => {
    await fc.assert(
      fc.asyncProperty(moneyActions, async (life) => {
        expect(await runMoneyScenario(world, life)).toEqual([]);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  }, 120_000);
});
