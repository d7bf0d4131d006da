import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { migratePostgres, migrationsFolder } from './migrations.ts';

/** A folder with the migrations before the given one. */
async function migrationsBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'poklik-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(migrationsFolder('postgres'), folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex((entry) => entry.tag === tag);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}

it('adds the invoice and the replaced plan to subscriptions and invoices created before disputes existed', async () => {
  const { pool, url, drop } = await createTestDatabase();
  onTestFinished(() => drop());
  const ask = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
  await ask(
    'drop schema public cascade; drop schema drizzle cascade; drop schema graphile_worker cascade; create schema public',
  );
  await migratePostgres(url, await migrationsBefore('0022_disputes'));

  const tariffs = await ask("select code, id from tariffs where code in ('starter', 'pro')");
  const idOf = (code: string) => Number(tariffs.find((tariff) => tariff.code === code)?.id);
  const account = async () => Number((await ask('insert into accounts default values returning id'))[0]?.id);
  const now = Date.now();
  /** Days from now. */
  const day = (days: number) => new Date(now + days * 86_400_000);
  let number = 0;
  const invoice = async (accountId: number, code: string, from: number, until: number, status = 'paid') => {
    number += 1;
    const rows = await ask(
      `insert into invoices (account_id, number, status, type, tariff_id, period, period_from, period_until, lines, subtotal_minor,
         credit_minor, tax_basis_points, tax_minor, total_minor, currency, bill_to, seller, locale, issued_at, paid_at)
       values ($1, $2, $3, 'subscription', $4, 'month', $5, $6, '[]', $7, 0, 0, 0, $7, 'USD', '{}', '{}', 'en', now(),
         case when $3 = 'paid' then now() end) returning id`,
      [accountId, `N-${number}`, status, idOf(code), day(from), day(until), code === 'pro' ? 9900 : 2900],
    );
    return Number(rows[0]?.id);
  };
  const subscribe = (accountId: number, code: string, from: number, until: number, status = 'active') =>
    ask(
      `insert into subscriptions (account_id, tariff_id, period, status, starts_at, ends_at, anchor_day, value_minor, credit_minor)
       values ($1, $2, 'month', $3, $4, $5, 1, 2900, 0)`,
      [accountId, idOf(code), status, day(from), day(until)],
    );

  const [upgraded, renewed, given, ended] = [await account(), await account(), await account(), await account()];
  const starter = await invoice(upgraded, 'starter', -10, 20);
  const pro = await invoice(upgraded, 'pro', -3, 27);
  await subscribe(upgraded, 'pro', -3, 27);
  const first = await invoice(renewed, 'starter', -40, -10);
  const unpaid = await invoice(renewed, 'starter', -10, 20, 'open');
  await subscribe(renewed, 'starter', -10, 20);
  await subscribe(given, 'pro', -5, 25);
  const over = await invoice(ended, 'starter', -60, -30);
  await subscribe(ended, 'starter', -60, -30, 'ended');

  await migratePostgres(url);
  const running = await ask('select account_id, invoice_id from subscriptions order by account_id');
  expect(running.map(({ account_id, invoice_id }) => [Number(account_id), invoice_id && Number(invoice_id)])).toEqual([
    [upgraded, pro],
    [renewed, unpaid],
    [given, null],
    [ended, null],
  ]);
  const invoices = await ask('select id, replaced, disputed_minor, dispute_status from invoices order by id');
  expect(invoices.map(({ id, replaced }) => [Number(id), replaced])).toEqual([
    [starter, null],
    [
      pro,
      {
        tariffId: idOf('starter'),
        period: 'month',
        anchorDay: day(-10).getUTCDate(),
        startsAt: day(-10).toISOString(),
        endsAt: day(20).toISOString(),
        value: '2900',
        nextTariffId: null,
        nextPeriod: null,
        invoiceId: starter,
      },
    ],
    [first, null],
    [unpaid, null],
    [over, null],
  ]);
  expect(new Set(invoices.map((one) => `${one.disputed_minor} ${one.dispute_status}`))).toEqual(new Set(['0 null']));
  // The trigger is enabled again.
  await expect(ask('update invoices set total_minor = 1')).rejects.toThrow('what it says stays');
});
