import { setTimeout as sleep } from 'node:timers/promises';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { queryMetricsBatch } from './query-metrics-batch.ts';

type Client = Clickhouse['client'];

/** Leaves room for real queries. */
const PAUSE_MS = 100;
const DAYS = 30;

interface WarmUpOptions {
  /** After this many rounds V8 has compiled most of the engine code for a query. */
  rounds: number;
  /** A smaller database is fast enough without. */
  clicksMin: number;
}

const DEFAULTS: WarmUpOptions = { rounds: 30, clicksMin: 50_000 };

/** Runs the queries of the statistics screen, so that the first visit after a start does not wait for the compiler. */
export async function warmUp(client: Client, signal: AbortSignal, { rounds, clicksMin } = DEFAULTS): Promise<void> {
  const busiest = await findBusiestCampaign(client, clicksMin);
  if (!busiest) return;
  const until = Math.floor(Date.now() / 1000);
  const scope = {
    accountId: busiest.accountId,
    campaignIds: [busiest.campaignId],
    period: { from: until - DAYS * 86_400, until },
    timeZone: 'UTC',
    timeBasis: 'click',
    filters: [],
    rates: [],
  } as const;
  for (let round = 0; round < rounds; round += 1) {
    await sleep(PAUSE_MS, undefined, { signal });
    await queryMetricsBatch(client, scope, [{ groupBy: ['day'] }, { groupBy: ['country'] }, { groupBy: ['device'] }]);
  }
}

async function findBusiestCampaign(
  client: Client,
  clicksMin: number,
): Promise<{ accountId: number; campaignId: number } | undefined> {
  const query = async (query: string): Promise<number[]> => {
    const answer = await client.query({ query, format: 'JSONCompactEachRow' });
    const [row = []] = await answer.json<(number | string)[]>();
    return row.map(Number);
  };
  const [clicks = 0] = await query('SELECT count() FROM clicks');
  if (clicks < clicksMin) return undefined;
  const [accountId, campaignId] = await query(
    'SELECT account_id, campaign_id FROM clicks GROUP BY account_id, campaign_id ORDER BY count() DESC LIMIT 1',
  );
  return accountId === undefined || campaignId === undefined ? undefined : { accountId, campaignId };
}
