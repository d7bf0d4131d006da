import { ROLES } from '@poklik/contract/roles';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acts, createMoneyWorld, live, type MoneyWorld } from '../../testing/money-life.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { ledgerJobs } from './ledger.jobs.ts';
import { type Finding, reconcile } from './reconcile.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld(await createTestApp());
  await live(world, [
    { do: 'pay', who: 0, amount: 400 },
    { do: 'pay', who: 1, amount: 400 },
    { do: 'deposit', who: 0, amount: 50 },
  ]);
  await live(world, [{ do: 'release' }]);
  await live(world, [{ do: 'pay', who: 2, amount: 30 }]);
  await live(world, [{ do: 'withdraw', who: 0, amount: 100 }]);
  for (const status of ['approved', 'processing', 'paid'] as const)
    await live(world, [{ do: 'decide', which: 0, status, by: 0 }]);
  await live(world, [{ do: 'withdraw', who: 0, amount: 60 }]);
  await live(world, [{ do: 'decide', which: 0, status: 'rejected', by: 0 }]);
  await live(world, [{ do: 'withdraw', who: 1, amount: 70 }]);
  await live(world, [{ do: 'top_up', who: 2, amount: 300 }]);
  await live(world, [{ do: 'buy', who: 2, which: 1 }]);
  await live(world, [{ do: 'purchase', who: 1, which: 2 }]);
  await live(world, [{ do: 'void', which: 0 }]);
  await live(world, [{ do: 'purchase', who: 0, which: 2 }]);
});
afterAll(() => world.product.close());

/** What somebody with the rights of the owner could do behind the triggers' back; looked at, and then undone. */
async function planted(...statements: string[]): Promise<Finding[]> {
  let findings: Finding[] = [];
  const tables = ['ledger_journals', 'ledger_postings', 'ledger_balances', 'audit_entries', 'invoices'];
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

it('tells the operator every night whether the books add up', async () => {
  const { product } = world;
  const { token } = await product.person({ role: ROLES.SUPER_ADMIN });
  const health = async () => (await product.call('GET', '/overview', { token })).json().data.data_health.ledger;
  const tonight = () => ledgerJobs(product.services).reconcile_ledger?.();
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

describe('the reconciler', () => {
  it('finds nothing on sound books', async () => {
    expect(await reconcile(world.product.services.db)).toEqual([]);
  });

  it.each([
    [
      'a journal adds up to nothing',
      `update ledger_postings set amount_minor = amount_minor - 1 where id = ${legOf('manual_deposit', 'adjustments')}`,
    ],
    [
      'a journal adds up to nothing',
      `delete from ledger_postings where id = ${legOf('manual_deposit', 'adjustments')}`,
    ],
    ['a journal has two legs or more', `delete from ledger_postings where journal_id = ${journalOf('manual_deposit')}`],
    ['a balance is kept for everybody who has postings', `delete from ledger_balances where account_id = ${someone}`],
    [
      'what is available is what was posted',
      `update ledger_balances set available_minor = available_minor + 1 where account_id = ${someone}`,
    ],
    [
      'what is reserved is what was posted',
      `update ledger_balances set reserved_minor = reserved_minor + 1 where account_id = ${someone}`,
    ],
    [
      'what is on hold is what was posted',
      `update ledger_balances set pending_minor = pending_minor + 1 where account_id = ${someone}`,
    ],
    [
      'each posting says what was left after it',
      `update ledger_postings set balance_after_minor = balance_after_minor + 1 where id = ${legOf('manual_deposit', 'available')}`,
    ],
    [
      'nobody has less than nothing but after a reversal',
      `update ledger_balances set available_minor = -5, withdrawable_minor = 0 where account_id = ${someone}`,
    ],
    [
      'nothing reserved or on hold is less than nothing',
      `update ledger_balances set reserved_minor = -5 where account_id = ${someone}`,
    ],
    [
      'nobody may withdraw more than they earned',
      `update ledger_balances set withdrawable_minor = 99999999 where account_id = ${someone}`,
    ],
    [
      'what is reserved is what open withdrawals ask for',
      "update withdrawals set amount_minor = amount_minor + 1 where status = 'pending'",
    ],
    [
      'a withdrawal reserved what it asks for',
      `delete from ledger_postings where journal_id = ${journalOf('withdrawal_request')}`,
    ],
    [
      'a paid withdrawal left, and no other',
      "update withdrawals set status = 'paid', paid_at = now() where status = 'pending'",
    ],
    [
      'a paid withdrawal left, and no other',
      "update withdrawals set status = 'processing', paid_at = null where status = 'paid'",
    ],
    [
      'a withdrawal that ended unpaid came back, and no other',
      "update withdrawals set status = 'cancelled' where status = 'pending'",
    ],
    [
      'nobody has two open withdrawals',
      "insert into withdrawals (account_id, user_id, amount_minor, fee_minor, currency, payout_id) select account_id, user_id, amount_minor, fee_minor, currency, payout_id from withdrawals where status = 'pending'",
    ],
    ['nobody decided about their own withdrawal', 'update withdrawals set reviewed_by_id = user_id'],
    [
      'a commission was posted as it was reckoned',
      `delete from ledger_postings where journal_id = ${journalOf('commission_accrual')}`,
    ],
    [
      'a free commission was released, and no other',
      `delete from ledger_postings where journal_id = ${journalOf('commission_release')}`,
    ],
    [
      'a commission is released when its time is over',
      "update commissions set release_at = released_at + interval '1 day' where released_at is not null",
    ],
    ['what was taken back was posted', "update commissions set reversed_minor = 1 where status = 'available'"],
    ['a commission is its share of the payment', 'update commissions set basis_points = basis_points + 500'],
    ['nobody earns by themselves', 'update commissions set referral_id = beneficiary_id'],
    [
      'what is on hold is what commissions wait for',
      "update commissions set status = 'available', released_at = now() where status = 'pending'",
    ],
    [
      'a journal is about something that is there',
      `update ledger_journals set reference = 'withdrawal:999999' where id = ${journalOf('withdrawal_request')}`,
    ],
    [
      'a correction by hand has an author',
      `update ledger_journals set actor_id = null where id = ${journalOf('manual_deposit')}`,
    ],
    [
      'money moves only in known ways',
      `update ledger_postings set account = 'fees' where id = ${legOf('manual_deposit', 'adjustments')}`,
    ],
    ['an invoice adds up', 'update invoices set tax_minor = tax_minor + 1'],
    ['an invoice adds up', 'update invoices set subtotal_minor = subtotal_minor + 1, total_minor = total_minor + 1'],
    ['the numbers of invoices leave none out', 'update invoice_series set last = last + 1'],
    [
      'the numbers of invoices leave none out',
      "delete from invoices where id = (select max(id) from invoices where type = 'subscription' and id not in (select invoice_id from payments where invoice_id is not null))",
    ],
    ['an invoice is of a series', "update invoices set number = 'XYZ-' || id"],
    [
      'a paid invoice was booked once, and no other',
      `delete from ledger_postings where journal_id = ${journalOf('payment')} and account = 'revenue'`,
    ],
    [
      'a paid invoice was booked once, and no other',
      "update invoices set paid_at = null, status = 'open' where id = (select max(id) from invoices where status = 'paid' and type = 'subscription')",
    ],
    [
      'what was given back of an invoice was posted',
      "update invoices set refunded_minor = 1 where status = 'paid' and type = 'subscription'",
    ],
    [
      'what a dispute holds of an invoice was posted',
      "update invoices set disputed_minor = 1, status = 'disputed' where status = 'paid' and type = 'subscription'",
    ],
    [
      'an invoice is disputed while a dispute holds its money',
      "update invoices set status = 'disputed' where status = 'paid'",
    ],
    [
      'what disputes hold of a payment was posted',
      "update payments set dispute_booked_minor = 1 where status = 'paid' and refund_booked_minor = 0",
    ],
    [
      'disputes hold what they are about, and no more than was paid',
      "insert into disputes select 'sandbox', 'dp_' || id, id, 1, 'open' from payments where status = 'paid' and refund_booked_minor = 0",
    ],
    ['a void invoice keeps nothing', "update invoices set refunded_minor = refunded_minor - 1 where status = 'void'"],
    [
      'a payment to the balance was booked, and no other',
      "update payments set booked_as = 'invoice' where booked_as = 'deposit'",
    ],
    [
      'what a provider took back was booked',
      "update payments set refund_told_minor = 1, refund_booked_minor = 1 where booked_as = 'deposit'",
    ],
    ['a paid payment has its invoice', "update payments set invoice_id = null where status = 'paid'"],
    [
      'no more is taken back than was paid',
      "update payments set refund_told_minor = amount_minor + 1, refund_booked_minor = amount_minor + 1 where status = 'paid'",
    ],
    [
      'an account has the tariff it subscribed to',
      "update accounts set tariff_id = (select id from tariffs where code = 'free')",
    ],
    [
      'a journal is about something that is there',
      `update ledger_journals set reference = 'invoice:999999' where id = ${journalOf('payment')}`,
    ],
    [
      'the audit log is one unbroken chain',
      "update audit_entries set action = 'nothing.happened' where id = (select min(id) from audit_entries)",
    ],
    [
      'the audit log is one unbroken chain',
      'delete from audit_entries where position = 1 and account_id = (select account_id from audit_entries group by 1 having count(*) > 1 limit 1)',
    ],
  ])('finds that %s no longer holds after: %s', async (rule, statement) => {
    const findings = await planted(statement);
    expect(findings.map((finding) => finding.rule)).toContain(rule);
  });

  it('finds nothing after any of a few lives with eight clients', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (life) => {
        expect(await live(world, life)).toEqual([]);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  }, 120_000);
});
