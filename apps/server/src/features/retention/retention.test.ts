import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertConversion } from '../../testing/conversions/seed-conversions.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { retentionJobs } from './retention.jobs.ts';

let on: TestApp;
let owner: Person;
let conversion: string;
beforeAll(async () => {
  on = await createTestApp();
  owner = await on.person();
  conversion = await insertConversion(on, owner.accountId);
}, 60_000);
afterAll(() => on.close());

const ask = async (text: string, values: unknown[] = []) => (await on.services.pool.query(text, values)).rows;
const removeExpired = async (clockJumped = false) => {
  await ask(
    `insert into statistics_checks (differences, checked_at) values ('[]', now() - interval '1 day'), ('[]', now())`,
  );
  // With the clock a year ahead, last night's check is a year old.
  if (clockJumped)
    await ask(`update statistics_checks set checked_at = ${days(366)} where checked_at < now() - interval '1 hour'`);
  await retentionJobs(on.services).remove_expired?.();
};
const days = (count: number) => `now() - interval '${count} days'`;

describe('expired data', () => {
  it('is removed every night, and current data is kept', async () => {
    const postback = (id: string, age: number, verdict: string, due: string) =>
      ask(
        `insert into postbacks (id, account_id, campaign_id, click_id, source, method, ip, raw_query, fields, received_at, verdict, due_at)
         select $1, account_id, campaign_id, 'c', 'postback', 'GET', '', '', '{}', ${days(age)}, $2, ${due}
         from conversions where id = $3`,
        [id, verdict, conversion],
      );
    await postback('old', 366, 'accepted', 'null');
    await postback('old-waiting', 900, 'waiting', 'now()');
    await postback('old-reopened', 900, 'unknown_click', 'now()');
    await postback('young', 364, 'accepted', 'null');
    // More than one batch.
    await ask(
      `insert into outgoing_postbacks (account_id, conversion_id, url, method, status, state, created_at, tried_at)
       select $1, $2, case when n = 1 then 'waiting' when n = 2 then 'young' else 'old' end, 'GET', 'approved',
         case when n = 1 then 'waiting' when n % 2 = 0 then 'sent' else 'failed' end,
         ${days(200)}, case when n = 1 then null when n = 2 then ${days(29)} else ${days(31)} end
       from generate_series(1, 2500) n`,
      [owner.accountId, conversion],
    );
    await ask(
      `insert into emails (recipient, subject, text, created_at)
       values ('a@b.test', 'old', '', ${days(31)}), ('a@b.test', 'young', '', ${days(29)})`,
    );
    await ask(
      `insert into sessions (user_id, token_hash, ip, user_agent, created_at, last_seen_at, revoked_at)
       values ($1, 'revoked', '', '', ${days(100)}, ${days(95)}, ${days(91)}),
         ($1, 'idle', '', '', ${days(100)}, ${days(91)}, null),
         ($1, 'lately', '', '', ${days(100)}, ${days(89)}, ${days(89)})`,
      [owner.id],
    );
    await ask(
      `insert into notifications (kind, account_id, user_id, created_at, deleted_at)
       values ('old', $1, $2, ${days(366)}, null), ('young', $1, $2, ${days(364)}, null),
         ('announcement', null, null, ${days(900)}, null), ('deleted', null, null, ${days(900)}, ${days(366)})`,
      [owner.accountId, owner.id],
    );
    const money = await ask('select count(*) from ledger_journals');
    await removeExpired(true);
    expect(await ask("select id from postbacks where id = 'old'"), 'nothing expires after a clock jump').toHaveLength(
      1,
    );
    await removeExpired();
    const column = async (text: string) => (await ask(text)).map((row) => Object.values(row)[0]);
    expect(await column('select id from postbacks order by id')).toEqual(['old-reopened', 'old-waiting', 'young']);
    expect(await column('select url from outgoing_postbacks order by id')).toEqual(['waiting', 'young']);
    expect(await column("select subject from emails where recipient = 'a@b.test'")).toEqual(['young']);
    expect(await column('select token_hash from sessions order by id')).toContain('lately');
    expect(await column("select token_hash from sessions where token_hash in ('revoked', 'idle')")).toEqual([]);
    expect(await column('select kind from notifications order by id')).toEqual(['young', 'announcement']);
    expect(await ask('select count(*) from ledger_journals')).toEqual(money);
    // The current session stays open.
    expect((await on.call('GET', '/profile', { token: owner.token })).statusCode).toBe(200);
  });

  it('includes counts toward the daily caps of days that are over in every time zone', async () => {
    await ask(
      `insert into cap_usage (campaign_id, day, tracker, clicks, granted, updated_at)
       select 1, current_date - n, gen_random_uuid(), 1, 1, now() from generate_series(-1, 9) as n`,
    );
    await ask(`insert into trackers (id, seen_at) values (gen_random_uuid(), now()), (gen_random_uuid(), ${days(4)})`);
    await removeExpired();
    const rows = await ask('select (current_date - day)::int as age from cap_usage order by 1');
    expect(rows.map(({ age }) => age)).toEqual([-1, 0, 1, 2]);
    expect(await ask('select id from trackers')).toHaveLength(1);
  });

  it('is kept when its setting is 0', async () => {
    await ask(`insert into emails (recipient, subject, text, created_at) values ('c@d.test', 'old', '', ${days(999)})`);
    const { config } = on.services;
    const retention = { ...config.retention, emails: 0 };
    await retentionJobs({ ...on.services, config: { ...config, retention } }).remove_expired?.();
    expect(await ask("select 1 from emails where recipient = 'c@d.test'")).toHaveLength(1);
  });
});

describe('a long list', () => {
  it.each([
    ['conversions by payout', 'conversions where account_id = 1 order by payout_base_micro desc, id desc'],
    ['conversions by the time of their click', 'conversions where account_id = 1 order by click_at desc, id desc'],
    ['postbacks of a campaign', 'postbacks where campaign_id = 1 order by received_at desc, id desc'],
    ['outgoing postbacks of an account', 'outgoing_postbacks where account_id = 1 order by id desc'],
  ])('uses an index for its order: %s', async (_, list) => {
    const client = await on.services.pool.connect();
    try {
      await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
      const { rows } = await client.query(`explain select * from ${list} limit 20`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan');
      expect(plan).not.toContain('Sort');
    } finally {
      client.release(true);
    }
  });
});
