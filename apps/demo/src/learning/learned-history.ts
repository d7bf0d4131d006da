import { setTimeout as sleep } from 'node:timers/promises';
import { learnAllWeights } from '@poklik/server/features/learning/learn-weights.service';
import type { Services } from '@poklik/server/services';
import { learnedWeights } from '@poklik/server/stores/tables/campaigns';
import { conversions } from '@poklik/server/stores/tables/conversions';
import { eq } from 'drizzle-orm';
import { findCampaignIds } from '../context.ts';
import { LEARNING_CAMPAIGN } from '../media-buyer.ts';

/** How long the weights of a campaign have been learning. */
export const LEARNING_DAYS = 21;
const HOUR_SECONDS = 3_600;
const STEP_HOURS = 8;
const SYNC_MS = 1_000;
const SYNC_ATTEMPTS = 120;

/** What the rounds of the last weeks learned, once. */
export async function addDemoLearning(services: Services, signal: AbortSignal): Promise<void> {
  const { db } = services;
  const [id] = await findCampaignIds(db, [LEARNING_CAMPAIGN]);
  if (id === undefined || (await db.$count(learnedWeights, eq(learnedWeights.campaignId, id))) > 1) return;
  await untilSynced(services, id, signal);
  if (signal.aborted) return;
  const now = Math.floor(Date.now() / 1_000);
  await db.delete(learnedWeights).where(eq(learnedWeights.campaignId, id));
  for (let hours = LEARNING_DAYS * 24; hours >= 0; hours -= STEP_HOURS)
    await learnAllWeights(services, now - hours * HOUR_SECONDS);
}

/** Conversions of the history reach the analytics database some time after PostgreSQL. */
async function untilSynced({ db, clickhouse }: Services, id: number, signal: AbortSignal): Promise<void> {
  const wanted = await db.$count(conversions, eq(conversions.campaignId, id));
  for (let attempt = 0; attempt < SYNC_ATTEMPTS && !signal.aborted; attempt += 1) {
    const answer = await clickhouse.client.query({
      query: 'SELECT toUInt32(sum(sign)) FROM conversions WHERE campaign_id = {id:UInt64}',
      query_params: { id },
      format: 'JSONCompactEachRow',
    });
    const [row] = await answer.json<[number]>();
    if (Number(row?.[0] ?? 0) >= wanted) return;
    await sleep(SYNC_MS, undefined, { signal }).catch(() => undefined);
  }
}
