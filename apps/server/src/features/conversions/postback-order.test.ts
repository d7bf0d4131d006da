import type { ConversionDetails, Postback } from '@poklik/contract/conversions';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAppMetrics } from '../../metrics/app-metrics.ts';
import type { Services } from '../../services.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { accounts } from '../../stores/tables/users.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { settingsOf } from '../../testing/test-tracker.ts';
import { createTrackedApp, type TrackedApp, type TrackedCampaign, WAIT } from '../../testing/tracked-app.ts';
import { createClickIdGenerator } from '../../tracking/clicks/click-id.ts';
import { insertPostbacks } from '../../tracking/postbacks/postback.repo.ts';
import type { PostbackRecord } from '../../tracking/postbacks/postback-record.ts';
import { resolveDuePostbacks } from './resolve-postbacks.service.ts';

const metrics = createAppMetrics(new Registry());
const POSTBACKS = ['status=pending&payout=1', 'status=approved&payout=2', 'status=approved&payout=3'];

describe.skipIf(!(await hasEngine()))('postbacks right after a click', { timeout: 300_000 }, () => {
  let tracked: TrackedApp;
  let campaign: TrackedCampaign;
  beforeAll(async () => {
    tracked = await createTrackedApp();
    campaign = await tracked.newCampaign({ name: 'Updated', dedupe_mode: 'update' });
  }, 300_000);
  afterAll(() => tracked.close());

  const listInbox = async (clickId: string): Promise<Postback[]> =>
    (await tracked.call('GET', `/postbacks?search=${clickId}&order=asc`)).body.data;
  const waitForResults = (clickId: string, count: number) =>
    vi.waitFor(async () => {
      const rows = await listInbox(clickId);
      expect([rows.length, rows.filter(({ verdict }) => verdict === 'waiting').length]).toEqual([count, 0]);
      return rows;
    }, WAIT);

  it('are applied in order of arrival', async () => {
    const clicks: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const clickId = await tracked.click(campaign);
      for (const report of POSTBACKS)
        expect((await tracked.postback(`cid=${clickId}&txid=T&${report}`, campaign)).status).toBe(200);
      clicks.push(clickId);
    }
    for (const clickId of clicks) {
      await waitForResults(clickId, POSTBACKS.length);
      const [conversion] = await tracked.arrived(clickId);
      const { history } = (await tracked.call('GET', `/conversions/${conversion.id}`)).body.data as ConversionDetails;
      expect(history.map(({ after }) => `${after.status} ${after.payout}`)).toEqual([
        'pending 1.00',
        'approved 2.00',
        'approved 3.00',
      ]);
    }
  });

  it('return the final result, or `queued` while the click is unknown', async () => {
    const queries = ['payout=5&txid=A', 'payout=5&txid=A', 'payout=free&txid=B', 'payout=5&currency=JPY&txid=C'];
    const words = ['accepted', 'duplicate', 'bad_amount', 'no_rate'];
    const clickId = await tracked.click(campaign);
    for (const [index, query] of queries.entries())
      expect(['queued', words[index]]).toContain((await tracked.postback(`cid=${clickId}&${query}`, campaign)).body);
    expect((await waitForResults(clickId, queries.length)).map(({ verdict }) => verdict)).toEqual(words);
  });
});

describe('postbacks before their clicks are synced', () => {
  let database: TestDatabase;
  let campaignId: number;
  let accountId: number;
  const newId = createClickIdGenerator();
  beforeAll(async () => {
    database = await createTestDatabase();
    const [account] = await database.db.insert(accounts).values({}).returning();
    accountId = account?.id ?? 0;
    const settings = settingsOf({ dedupe_mode: 'update' });
    const { name, status } = settings;
    const [row] = await database.db
      .insert(campaigns)
      .values({ accountId, key: 'order', name, status, settings, postbackKey: 'k' })
      .returning();
    campaignId = row?.id ?? 0;
  });
  afterAll(() => database.drop());

  const record = (clickId: string, payout: number): PostbackRecord => ({
    // Simulates clock changes.
    id: newId(Date.now() + ((payout * 7_919) % 60_000), campaignId),
    at: Date.now() - ((payout * 104_729) % 60_000),
    accountId,
    campaignId,
    clickId,
    source: 'postback',
    method: 'GET',
    ip: '',
    rawQuery: '',
    fields: {
      status: payout % 2 === 0 ? 'pending' : 'approved',
      payout: String(payout),
      currency: 'USD',
      transactionId: 'T',
      type: 'lead',
      params: ['', '', '', '', ''],
      isTrusted: true,
    },
    verdict: 'waiting',
  });

  it('end in the state of the last postback of each transaction, in any processing order', async () => {
    const steps = fc.array(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({
            kind: fc.constant('arrive'),
            click: fc.nat(5),
            count: fc.integer({ min: 1, max: 4 }),
          }),
        },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('show'), click: fc.nat(5) }) },
        { weight: 3, arbitrary: fc.record({ kind: fc.constant('resolve'), due: fc.integer() }) },
      ) as fc.Arbitrary<{ kind: string; click: number; count: number; due: number }>,
      { minLength: 8, maxLength: 24 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const clicks = Array.from({ length: 6 }, () => newId(Date.now(), campaignId));
        const visible = new Set<string>();
        const tools = { ...{ db: database.db, metrics }, clickhouse: createClickStore(visible) };
        const last = new Map<string, string>();
        let payout = 0;
        for (const step of list) {
          const clickId = clicks[step.click] as string;
          if (step.kind === 'arrive') {
            const batch = Array.from({ length: step.count }, () => {
              payout += 1;
              last.set(clickId, String(payout * 1_000_000));
              return record(clickId, payout);
            });
            await insertPostbacks(database.db, batch);
          } else if (step.kind === 'show') visible.add(clickId);
          else {
            // Randomizes which postbacks are due next.
            await database.db.execute(sql`
              update postbacks set due_at = now() + make_interval(hours => case
                when hashint8extended(arrival, ${step.due}) % 2 = 0 then -1 else 1 end)
              where due_at is not null`);
            while (await resolveDuePostbacks(tools));
          }
        }
        for (const clickId of clicks) visible.add(clickId);
        await database.db.execute(sql`update postbacks set due_at = now() where due_at is not null`);
        while (await resolveDuePostbacks(tools));
        const rows = await database.pool.query(
          'select click_id, payout_micro::text as micro from conversions where click_id = any($1)',
          [clicks],
        );
        expect(new Map(rows.rows.map(({ click_id, micro }) => [click_id, micro]))).toEqual(last);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('of one account delay only its own, however many they are', async () => {
    const [account] = await database.db.insert(accounts).values({}).returning();
    const settings = settingsOf();
    const { name, status } = settings;
    const [other] = await database.db
      .insert(campaigns)
      .values({ accountId: account?.id ?? 0, key: 'other', name, status, settings, postbackKey: 'k' })
      .returning();
    const owner = { accountId: account?.id ?? 0, campaignId: other?.id ?? 0 };
    const flood = Array.from({ length: 600 }, (_, at) => record(newId(Date.now(), campaignId), 2 * at + 1));
    await insertPostbacks(database.db, flood);
    const clickId = newId(Date.now(), owner.campaignId);
    await insertPostbacks(database.db, [{ ...record(clickId, 1), ...owner, id: newId(Date.now(), owner.campaignId) }]);
    await resolveDuePostbacks({
      ...{ db: database.db, metrics },
      clickhouse: createClickStore(new Set([clickId]), owner),
    });
    const { rows } = await database.pool.query('select verdict from postbacks where click_id = $1', [clickId]);
    expect(rows).toEqual([{ verdict: 'accepted' }]);
  });

  /** A ClickHouse stub that finds only these clicks. */
  const createClickStore = (visible: ReadonlySet<string>, owner = { accountId, campaignId }): Services['clickhouse'] =>
    ({
      client: {
        query: async ({ query_params: { ids } }: { query_params: { ids: string[] } }) => ({
          json: async () => ids.filter((id) => visible.has(id)).map((id) => clickRow(id, owner)),
        }),
      },
    }) as unknown as Services['clickhouse'];

  const clickRow = (clickId: string, owner: { accountId: number; campaignId: number }) => ({
    ...{ click_id: clickId, at_ms: String(Date.now()) },
    ...{ account_id: String(owner.accountId), campaign_id: String(owner.campaignId) },
    ...{
      version: 1,
      lander_id: '0',
      offer_id: '0',
      rule: 0,
      destination: 0,
      outcome: ClickOutcome.redirected,
      is_bot: 0,
      country: 'ZZ',
      language: '',
      device: 'desktop',
    },
    ...{ os: '', browser: '', referrer_host: '', traffic_source: '', external_id: '', subs: [] },
    ...{ cost_micro: '0', cost_currency: 'USD' },
  });
});
