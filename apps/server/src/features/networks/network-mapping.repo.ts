import type { PostbackResult } from '@poklik/contract/conversion-values';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { conversions, postbacks, type ReportedFields } from '../../stores/tables/conversions.ts';
import { POSTBACKS_CHANNEL } from '../../tracking/postbacks/postback.repo.ts';

export type KeptPostback = Awaited<ReturnType<typeof listPostbacks>>[number];

/** IDs of the last postbacks of a network, newest first. */
export async function listPostbackIds(db: Database, networkId: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: postbacks.id })
    .from(postbacks)
    .where(eq(postbacks.networkId, networkId))
    .orderBy(desc(postbacks.receivedAt), desc(postbacks.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** In order of arrival. */
export const listPostbacks = (db: Database, ids: readonly string[]) =>
  db
    .select({
      id: postbacks.id,
      campaignId: postbacks.campaignId,
      clickId: postbacks.clickId,
      rawQuery: postbacks.rawQuery,
      fields: postbacks.fields,
      receivedAt: postbacks.receivedAt,
      verdict: sql<PostbackResult>`${postbacks.verdict}`,
      conversionId: postbacks.conversionId,
      conversionStatus: conversions.status,
      source: postbacks.source,
    })
    .from(postbacks)
    .leftJoin(conversions, eq(conversions.id, postbacks.conversionId))
    .where(inArray(postbacks.id, [...ids]))
    .orderBy(postbacks.arrival);

export interface FoundCampaign {
  id: number;
  accountId: number;
  dedupeMode: string;
}

/** Of any account. */
export async function findCampaignsOfClicks(db: Database, ids: readonly number[]): Promise<Map<number, FoundCampaign>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: campaigns.id,
      accountId: campaigns.accountId,
      dedupeMode: sql<string>`coalesce(${campaigns.settings} ->> 'dedupe_mode', 'ignore')`,
    })
    .from(campaigns)
    .where(sql`${inArray(campaigns.id, [...new Set(ids)])} and ${campaigns.deletedAt} is null`);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface Rereading {
  id: string;
  clickId: string;
  campaignId: number | null;
  fields: ReportedFields;
  verdict: PostbackResult;
}

/** Saves how postbacks are read now; those that wait are resolved by the worker. */
export async function rereadPostbacks(tx: Database, rereadings: readonly Rereading[]): Promise<void> {
  if (rereadings.length === 0) return;
  await tx.execute(sql`
    update postbacks set click_id = r."clickId", campaign_id = r."campaignId", fields = r.fields, verdict = r.verdict,
      due_at = case when r.verdict = 'waiting' then now() end
    from jsonb_to_recordset(${JSON.stringify(rereadings)}::jsonb)
      as r(id text, "clickId" text, "campaignId" bigint, fields jsonb, verdict text)
    where postbacks.id = r.id`);
  await tx.execute(sql`select pg_notify(${POSTBACKS_CHANNEL}, '')`);
}
