import type { Campaign } from '@poklik/contract/campaigns';
import type { Statistics } from '@poklik/contract/statistics';
import { periodSpan } from '@poklik/domain/statistics/calendar';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { type Clickhouse, openClickhouse } from '../../stores/clickhouse.ts';
import { clientOf } from '../../stores/shards/ask-shards.ts';
import { openShards } from '../../stores/shards/open-shards.ts';
import { generateClick, storeClicks } from '../../testing/statistics-fixture.ts';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { type CampaignCalls, createCampaignCalls } from '../campaigns/campaigns.fixture.ts';
import { countPageEvents, startCounting } from '../page-events/page-events.service.ts';
import { type FixturePageEvent, TYPE_RULES } from './recount.fixture.ts';

const DAY_MS = 86_400_000;
const CLICKS = 1_500;
/** Includes both 25-hour days: 25 October in Kyiv and 1 November in New York. */
const AUTUMN = { start: '2026-10-23', end: '2026-11-03' };
const SEED = 20_261_025;
export const IN_AUTUMN = { start_date: AUTUMN.start, end_date: AUTUMN.end, timezone: 'UTC' };

const EVENT_NAMES = ['page_view', 'add_to_cart', 'registration'];

export type StatisticsCalls = Omit<Awaited<ReturnType<typeof createStatisticsCalls>>, 'clickhouse'> & {
  clickhouse: Clickhouse;
};

/** Three campaigns with generated traffic in a real ClickHouse, next to another account's traffic. */
export async function createStatisticsCalls() {
  const [on, analytics] = await Promise.all([createCampaignCalls(), createTestAnalytics()]);
  const clickhouse = await openClickhouse({
    url: analytics.url.href,
    dataDir: '',
    priority: 0,
    log: pino({ level: 'silent' }),
  });
  return createCallsTo(clickhouse, on, [analytics]);
}

/** The same with the owner's account on shard `a` and the other on `b`. */
export async function createShardedCalls() {
  const [on, ...databases] = await Promise.all([createCampaignCalls(), createTestAnalytics(), createTestAnalytics()]);
  const [a, b] = databases.map(({ url }) => url.href) as [string, string];
  const { databaseUrl, pool } = on.product.services;
  const place = 'insert into account_shards (account_id, shard) values ($1, $2)';
  await pool.query(place, [on.owner.accountId, 'a']);
  await pool.query(place, [on.stranger.accountId, 'b']);
  const shards = [
    { name: 'a', url: a },
    { name: 'b', url: b },
  ];
  return createCallsTo(await openShards(shards, databaseUrl), on, databases);
}

async function createCallsTo<T extends Clickhouse & { close(): Promise<void> }>(
  clickhouse: T,
  on: CampaignCalls,
  databases: readonly TestAnalytics[],
) {
  const traffic = await storeTraffic(on, clickhouse);
  await countStoredEvents(on, clickhouse, traffic.pageEvents);
  // Last, because the worker would find a new database and take the old events for counted.
  on.product.services.clickhouse = clickhouse;
  return {
    on,
    clickhouse,
    ...traffic,
    ...createReportCalls(on),
    async close() {
      await clickhouse.close();
      await on.close();
      for (const database of databases) await database.drop();
    },
  };
}

/** The worker of the program tries at the same time, and while it does, others count nothing. */
async function countStoredEvents(
  on: CampaignCalls,
  clickhouse: Clickhouse,
  pageEvents: readonly FixturePageEvent[],
): Promise<void> {
  const counting = startCounting();
  const client = await clientOf(clickhouse, on.owner.accountId);
  const expected = pageEvents.filter(({ name }) => name !== 'impression').length;
  await vi.waitFor(
    async () => {
      while (await countPageEvents({ db: on.product.services.db, clickhouse }, counting));
      const answer = await client.query({ query: 'SELECT count() FROM counted_events', format: 'JSONCompactEachRow' });
      expect(Number((await answer.json<[string]>())[0]?.[0])).toBe(expected);
    },
    { timeout: 60_000, interval: 200 },
  );
}

async function storeTraffic(on: CampaignCalls, clickhouse: Clickhouse) {
  const client = await clientOf(clickhouse, on.owner.accountId);
  await on.setTariff('business');
  await on.product.call('PUT', '/conversion_types', { token: on.owner.token, body: { types: TYPE_RULES } });
  const destinations = ['/lp1', '/lp2'].map((path) => ({ url: `https://shop.example${path}?click={click_id}` }));
  const campaigns: Campaign[] = [await on.created({ name: 'Nutra', destinations })];
  for (const name of ['Games', '=Finance']) campaigns.push(await on.created({ name }));
  const foreign = await on.created({ name: 'Foreign' }, on.stranger);
  const ids = campaigns.map(({ id }) => id);
  const span = periodSpan('UTC', AUTUMN);
  const autumn = generateClicks(ids, CLICKS, { min: span.from * 1000, max: span.until * 1000 - 1 });
  const recent = generateClicks(ids, 300, { min: Date.now() - 6 * DAY_MS, max: Date.now() });
  const { accountId } = on.owner;
  const clickIds = await storeClicks(client, accountId, [...autumn, ...recent]);
  await storeClicks(
    await clientOf(clickhouse, on.stranger.accountId),
    on.stranger.accountId,
    autumn.map((click) => ({ ...click, campaign_id: foreign.id })),
  );
  const pageEvents: FixturePageEvent[] = Array.from({ length: 40 }, (_, place) => ({
    at: span.from * 1000 + place * 5_400_000,
    campaign_id: ids[place % 3] as number,
    name: place % 4 === 0 ? 'scroll' : 'impression',
    country: place % 2 === 0 ? 'UA' : 'PL',
    device: 'mobile',
    cost_micro: place % 4 === 0 ? 0 : 1_500,
    click: null,
  }));
  // Events of clicks; one name is that of a conversion type, and some are sent again.
  for (const [place, click] of autumn.entries())
    if (place % 7 < 4)
      pageEvents.push({
        at: click.atMs + 60_000 * (1 + (place % 5000)),
        campaign_id: click.campaign_id,
        name: EVENT_NAMES[place % EVENT_NAMES.length] as string,
        country: 'FR',
        device: 'tv',
        cost_micro: 0,
        click,
      });
  for (const event of pageEvents.filter(({ click }) => click !== null).slice(0, 100))
    pageEvents.push({ ...event, at: event.at + 3_600_000 });
  const added = { account_id: accountId, cost_currency: 'USD', seg: 'pages' };
  const idOf = new Map([...autumn, ...recent].map((click, place) => [click, clickIds[place]]));
  const values = pageEvents.map(({ click, ...event }, off) => ({
    ...{ ...event, ...added, off },
    click_id: click === null ? '' : idOf.get(click),
  }));
  await client.insert({ table: 'page_events', format: 'JSONEachRow', values });
  /** `clicks` are those of the account. */
  return { campaigns, autumn, clicks: [...autumn, ...recent], pageEvents };
}

function generateClicks(campaignIds: readonly number[], length: number, times: { min: number; max: number }) {
  const clicks = fc.array(generateClick(campaignIds, fc.integer(times)), { minLength: length, maxLength: length });
  const [generated = []] = fc.sample(clicks, { numRuns: 1, seed: SEED });
  return generated;
}

type Query = Record<string, string | number | undefined>;

/** Reports as the owner reads them. */
function createReportCalls({ product, owner }: CampaignCalls) {
  const address = (path: string, query: Query): string => {
    const set = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    return `${path}?${new URLSearchParams(set)}`;
  };
  const get = (query: Query, { token } = owner, language = 'en') =>
    product.call('GET', address('/statistics', query), { token, language });
  /** Retries 503: a busy machine can exceed the query timeout. */
  const patiently = async (ask: () => ReturnType<typeof get>) => {
    let answer = await ask();
    for (let attempt = 0; answer.statusCode === 503 && attempt < 30; attempt += 1) answer = await ask();
    return answer;
  };
  const read = async (query: Query): Promise<Statistics> => {
    const answer = await patiently(() => get(query));
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  let exports: Promise<unknown> = Promise.resolve();
  /** Runs exports one at a time, as the server allows only one per account. */
  const exported = (query: Query, language = 'en'): Promise<string> => {
    const file = address('/statistics/export', query);
    const answer = exports.then(() => patiently(() => product.call('GET', file, { token: owner.token, language })));
    exports = answer.catch(() => undefined);
    return answer.then(({ body }) => body.replace(/^\uFEFF/, ''));
  };
  return { address, get, patiently, read, exported };
}
