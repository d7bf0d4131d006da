import type { Campaign } from '@poklik/contract/campaigns';
import type { Statistics } from '@poklik/contract/statistics';
import { periodSpan } from '@poklik/domain/statistics/calendar';
import fc from 'fast-check';
import { pino } from 'pino';
import { openClickhouse } from '../../stores/clickhouse.ts';
import { generateClick, storeClicks } from '../../testing/statistics-fixture.ts';
import { createTestAnalytics } from '../../testing/test-clickhouse.ts';
import { createCampaignCalls } from '../campaigns/campaigns.fixture.ts';

const DAY_MS = 86_400_000;
const CLICKS = 1_500;
/** Includes both 25-hour days: 25 October in Kyiv and 1 November in New York. */
const AUTUMN = { start: '2026-10-23', end: '2026-11-03' };
export const SEED = 20_261_025;
export const IN_AUTUMN = { start_date: AUTUMN.start, end_date: AUTUMN.end, timezone: 'UTC' };

export type StatisticsCalls = Awaited<ReturnType<typeof createStatisticsCalls>>;

/** Three campaigns with generated traffic in a real ClickHouse, next to another account's traffic. */
export async function createStatisticsCalls() {
  const [on, analytics] = await Promise.all([createCampaignCalls(), createTestAnalytics()]);
  const clickhouse = await openClickhouse({
    url: analytics.url.href,
    dataDir: '',
    logLevel: 'silent',
    log: pino({ level: 'silent' }),
  });
  on.product.services.clickhouse = clickhouse;
  await on.setTariff('business');
  const campaigns: Campaign[] = [];
  const destinations = ['/lp1', '/lp2'].map((path) => ({ url: `https://shop.example${path}?click={click_id}` }));
  campaigns.push(await on.created({ name: 'Nutra', destinations }));
  for (const name of ['Games', '=Finance']) campaigns.push(await on.created({ name }));
  const foreign = await on.created({ name: 'Foreign' }, on.stranger);
  const span = periodSpan('UTC', AUTUMN);
  const times = fc.integer({ min: span.from * 1000, max: span.until * 1000 - 1 });
  const ids = campaigns.map(({ id }) => id);
  const [autumn = []] = fc.sample(fc.array(generateClick(ids, times), { minLength: CLICKS, maxLength: CLICKS }), {
    numRuns: 1,
    seed: SEED,
  });
  const recentTimes = fc.integer({ min: Date.now() - 6 * DAY_MS, max: Date.now() });
  const [recent = []] = fc.sample(fc.array(generateClick(ids, recentTimes), { minLength: 300, maxLength: 300 }), {
    numRuns: 1,
    seed: SEED,
  });
  const { accountId } = on.owner;
  await storeClicks(clickhouse.client, accountId, [...autumn, ...recent]);
  await storeClicks(
    clickhouse.client,
    on.stranger.accountId,
    autumn.map((click) => ({ ...click, campaign_id: foreign.id })),
  );
  await clickhouse.client.insert({
    table: 'page_events',
    format: 'JSONEachRow',
    values: Array.from({ length: 40 }, (_, place) => ({
      at: span.from * 1000 + place * 5_400_000,
      account_id: accountId,
      campaign_id: ids[place % 3],
      name: place % 4 === 0 ? 'scroll' : 'impression',
      country: place % 2 === 0 ? 'UA' : 'PL',
      device: 'mobile',
      cost_micro: 1_500,
      cost_currency: 'USD',
      seg: 'pages',
      off: place,
    })),
  });
  const address = (path: string, query: Record<string, string | number | undefined>): string => {
    const set = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    return `${path}?${new URLSearchParams(set)}`;
  };
  const get = (query: Record<string, string | number | undefined>, { token } = on.owner, language = 'en') =>
    on.product.call('GET', address('/statistics', query), { token, language });
  const read = async (query: Record<string, string | number | undefined>): Promise<Statistics> => {
    const answer = await retryUnavailable(() => get(query));
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  /** Retries 503: a busy machine can exceed the query timeout. */
  const retryUnavailable = async (ask: () => ReturnType<typeof get>) => {
    let answer = await ask();
    for (let attempt = 0; answer.statusCode === 503 && attempt < 30; attempt += 1) answer = await ask();
    return answer;
  };
  let exports: Promise<unknown> = Promise.resolve();
  /** Runs exports one at a time, as the server allows only one per account. */
  const exported = (query: Record<string, string | number | undefined>, language = 'en'): Promise<string> => {
    const file = address('/statistics/export', query);
    const answer = exports.then(() =>
      retryUnavailable(() => on.product.call('GET', file, { token: on.owner.token, language })),
    );
    exports = answer.catch(() => undefined);
    return answer.then(({ body }) => body.replace(/^\uFEFF/, ''));
  };

  return {
    on,
    clickhouse,
    campaigns,
    autumn,
    address,
    get,
    read,
    exported,
    patiently: retryUnavailable,
    async close() {
      await clickhouse.close();
      await on.close();
      await analytics.drop();
    },
  };
}
