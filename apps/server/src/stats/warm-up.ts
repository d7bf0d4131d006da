import { setTimeout as sleep } from 'node:timers/promises';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { countedTogether } from './figures-together.ts';

type Client = Clickhouse['client'];

/** Whoever really asks comes in between. */
const PAUSE_MS = 100;
const DAYS = 30;

interface Effort {
  /** After so many V8 has compiled most of what a question runs. */
  rounds: number;
  /** A store with less in it is asked by few, and quick enough. */
  clicksMin: number;
}

const USUAL: Effort = { rounds: 30, clicksMin: 50_000 };

/** Asks what the statistics screen asks, so that the first who opens it after a start need not wait for the compiler. */
export async function warmUp(client: Client, signal: AbortSignal, { rounds, clicksMin } = USUAL): Promise<void> {
  const busiest = await busiestCampaign(client, clicksMin);
  if (!busiest) return;
  const until = Math.floor(Date.now() / 1000);
  const subject = {
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
    await countedTogether(client, subject, [{ groupBy: ['day'] }, { groupBy: ['country'] }, { groupBy: ['device'] }]);
  }
}

async function busiestCampaign(
  client: Client,
  clicksMin: number,
): Promise<{ accountId: number; campaignId: number } | undefined> {
  const ask = async (query: string): Promise<number[]> => {
    const answer = await client.query({ query, format: 'JSONCompactEachRow' });
    const [row = []] = await answer.json<(number | string)[]>();
    return row.map(Number);
  };
  const [clicks = 0] = await ask('SELECT count() FROM clicks');
  if (clicks < clicksMin) return undefined;
  const [accountId, campaignId] = await ask(
    'SELECT account_id, campaign_id FROM clicks GROUP BY account_id, campaign_id ORDER BY count() DESC LIMIT 1',
  );
  return accountId === undefined || campaignId === undefined ? undefined : { accountId, campaignId };
}
