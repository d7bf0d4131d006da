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

/** A database as it was before a migration, with what fills it. Days count from now. */
async function createOldDatabase(tag: string) {
  const { pool, url, drop } = await createTestDatabase();
  onTestFinished(() => drop());
  const ask = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
  await ask(
    'drop schema public cascade; drop schema drizzle cascade; drop schema graphile_worker cascade; create schema public',
  );
  await migratePostgres(url, await migrationsBefore(tag));
  const tariffs = await ask("select code, id from tariffs where code in ('starter', 'pro')");
  const now = Date.now();
  const day = (days: number) => new Date(now + days * 86_400_000);
  let number = 0;
  return {
    ...{ url, ask, now, day },
    idOf: (code: string) => Number(tariffs.find((tariff) => tariff.code === code)?.id),
    account: async () => Number((await ask('insert into accounts default values returning id'))[0]?.id),
    invoice: async (
      accountId: number,
      { code = 'pro', minor, from, until, status = 'paid' }: OldInvoice,
    ): Promise<number> => {
      number += 1;
      const rows = await ask(
        `insert into invoices (account_id, number, status, type, tariff_id, period, period_from, period_until, lines, subtotal_minor,
           credit_minor, tax_basis_points, tax_minor, total_minor, currency, bill_to, seller, locale, issued_at, paid_at)
         select $1, $2, $3, 'subscription', id, $4, $5, $6, '[]', $7, 0, 0, 0, $7, 'USD', '{}', '{}', 'en', now(),
           case when $3 = 'paid' then now() end from tariffs where code = $8 returning id`,
        [accountId, `N-${number}`, status, until - from > 100 ? 'year' : 'month', day(from), day(until), minor, code],
      );
      return Number(rows[0]?.id);
    },
  };
}

interface OldInvoice {
  code?: string;
  minor: number;
  from: number;
  until: number;
  status?: string;
}

it('adds the invoice and the replaced plan to subscriptions and invoices created before disputes existed', async () => {
  const { url, ask, day, idOf, account, invoice: insert } = await createOldDatabase('0022_disputes');
  const invoice = (accountId: number, code: string, from: number, until: number, status = 'paid') =>
    insert(accountId, { code, minor: code === 'pro' ? 9900 : 2900, from, until, status });
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

it('rebuilds the history of subscriptions from paid invoices', async () => {
  const old = await createOldDatabase('0049_subscription-history');
  const { url, ask, now, day, idOf, account } = old;
  const invoice = (accountId: number, minor: number, from: number, until: number, status = 'paid') =>
    old.invoice(accountId, { minor, from, until, status });
  const subscribe = (
    accountId: number,
    {
      version,
      from,
      until,
      status = 'active',
      of = null,
    }: Record<'version' | 'from' | 'until', number> & {
      status?: string;
      of?: number | null;
    },
  ) =>
    ask(
      `insert into subscriptions (account_id, tariff_id, period, status, starts_at, ends_at, anchor_day, value_minor, credit_minor,
         version, invoice_id) values ($1, $2, 'month', $3, $4, $5, 1, 0, 0, $6, $7)`,
      [accountId, idOf('pro'), status, day(from), day(until), version, of],
    );

  const [loyal, returned, given] = [await account(), await account(), await account()];
  const [ended, unpaid] = [await account(), await account()];
  await invoice(loyal, 2900, -70, -40);
  await subscribe(loyal, { version: 4, from: -40, until: 325, of: await invoice(loyal, 79_000, -40, 325) });
  await invoice(returned, 2900, -100, -70);
  await subscribe(returned, { version: 5, from: -10, until: 20, of: await invoice(returned, 7900, -10, 20) });
  await invoice(given, 2900, -100, -70);
  await subscribe(given, { version: 3, from: -5, until: 25 });
  await invoice(ended, 2900, -60, -30);
  await subscribe(ended, { version: 2, from: -60, until: -30, status: 'ended' });
  const open = await invoice(unpaid, 2900, -3, 27, 'open');
  await invoice(unpaid, 2900, -33, -3);
  await subscribe(unpaid, { version: 2, from: -3, until: 27, status: 'past_due', of: open });

  await migratePostgres(url);
  const rows = await ask(
    'select account_id, version, at, arr_minor, movement from subscription_history order by account_id, version',
  );
  const historyOf = (accountId: number) =>
    rows
      .filter(({ account_id }) => Number(account_id) === accountId)
      .map(({ version, at, arr_minor, movement }) => [
        ...[version, Math.round((at.getTime() - now) / 86_400_000), Number(arr_minor), movement],
      ]);
  expect(historyOf(loyal)).toEqual([
    [2, -70, 34_800, 'new'],
    [3, -40, 79_000, 'expansion'],
    [4, -40, 79_000, null],
  ]);
  expect(historyOf(returned)).toEqual([
    [2, -100, 34_800, 'new'],
    [3, -70, 0, 'churn'],
    [4, -10, 94_800, 'reactivation'],
    [5, -10, 94_800, null],
  ]);
  expect(historyOf(given)).toEqual([
    [1, -100, 34_800, 'new'],
    [2, -70, 0, 'churn'],
    [3, -5, 0, null],
  ]);
  expect(historyOf(ended)).toEqual([
    [1, -60, 34_800, 'new'],
    [2, -30, 0, 'churn'],
  ]);
  expect(historyOf(unpaid)).toEqual([
    [1, -33, 34_800, 'new'],
    [2, -3, 34_800, null],
  ]);
  await expect(ask('update subscription_history set arr_minor = 1')).rejects.toThrow(/what is written there stays/);
  await expect(ask('delete from subscription_history')).rejects.toThrow(/what is written there stays/);
  await expect(ask('truncate subscription_history')).rejects.toThrow(/what is written there stays/);
});

it('keeps the texts of plans in every language, includes everything in them, and finds trials in the log', async () => {
  const { url, ask, now, day, idOf, account } = await createOldDatabase('0057_plans');
  await ask(`update tariffs set features = '["24/7"]', trial_days = 14 where code = 'pro'`);
  const [running, over, never] = [await account(), await account(), await account()];
  const subscribe = (accountId: number, status: string, until: number) =>
    ask(
      `insert into subscriptions (account_id, tariff_id, period, status, starts_at, ends_at, anchor_day)
       values ($1, $2, 'month', $3, $4, $5, 1)`,
      [accountId, idOf('pro'), status, day(-5), day(until)],
    );
  const log = (accountId: number, action: string, at: number) =>
    ask(
      `insert into audit_entries (account_id, action, entity, after, created_at) values ($1, $2, 'account', $3, $4)`,
      [accountId, action, { tariff_id: idOf('pro'), period: 'month' }, day(at)],
    );
  await subscribe(running, 'active', 2);
  await log(running, 'subscription.trial_begun', -5);
  await subscribe(over, 'ended', -20);
  await log(over, 'subscription.trial_begun', -40);
  await subscribe(never, 'active', 25);
  await log(never, 'subscription.bought', -5);

  await migratePostgres(url);
  const [pro] = await ask("select features, highlights from tariffs where code = 'pro'");
  expect(pro).toEqual({
    features: ['team', 'api', 'domains', 'landers', 'connections'],
    highlights: { ua: ['24/7'], ru: ['24/7'], en: ['24/7'] },
  });
  const days = (time: string) => Math.round((new Date(time).getTime() - now) / 86_400_000);
  const trials = await ask('select account_id, started_at, ends_at from trials order by account_id');
  expect(trials.map((row) => [Number(row.account_id), days(row.started_at), days(row.ends_at)])).toEqual([
    [running, -5, 2],
    [over, -40, -26],
  ]);
});

it('knows what refunds and chargebacks took before, and corrects the analytics database', async () => {
  const { url, ask, account } = await createOldDatabase('0059_refunds');
  const accountId = await account();
  await ask("insert into currency_rates (currency, rate, valid_from) values ('EUR', 1.1, now() - interval '2 days')");
  await ask(
    `with campaign as (insert into campaigns (account_id, key, postback_key, name, status, settings, version)
        values ($1, 'k', 'p', 'Old', 'active', '{}', 1) returning id),
      made as (insert into conversions (id, account_id, campaign_id, click_id, type, status, payout_micro, refunded_micro, currency,
          payout_base_micro, cost_base_micro, params, source, click_at, received_at, country, click, revision)
        select c.id, $1, campaign.id, c.id, 'sale', c.status, c.payout, c.refunded, c.currency, c.base, 0,
          '{}', 'postback', now(), now(), 'UA', '{}', 2
        from campaign, (values ('whole', 'chargeback', 50, 0, 'USD', 50), ('part', 'approved', 30, 20, 'EUR', 33),
          ('both', 'chargeback', 30, 20, 'USD', 30), ('none', 'approved', 50, 0, 'USD', 50)) as c (id, status, payout, refunded, currency, base)
        returning id, status, payout_base_micro)
     insert into conversion_changes (conversion_id, revision, source, after, month, fed_at)
     select id, 2, 'postback', jsonb_build_object('status', status, 'payout_base_micro', payout_base_micro::text), 202611, now()
     from made`,
    [accountId],
  );
  await migratePostgres(url);
  expect(await ask('select id, refunded_base_micro::int as taken, revision from conversions order by id')).toEqual([
    { id: 'both', taken: 50, revision: 3 },
    { id: 'none', taken: 0, revision: 2 },
    { id: 'part', taken: 22, revision: 3 },
    { id: 'whole', taken: 50, revision: 3 },
  ]);
  const changes = await ask(
    `select conversion_id as id, before ->> 'refunded_base_micro' as before, after ->> 'refunded_base_micro' as after,
       after ->> 'payout_base_micro' as payout, revision from conversion_changes where fed_at is null order by id`,
  );
  expect(changes).toEqual([
    { id: 'both', before: null, after: '50', payout: '30', revision: 3 },
    { id: 'part', before: null, after: '22', payout: '33', revision: 3 },
    { id: 'whole', before: null, after: '50', payout: '50', revision: 3 },
  ]);
});
