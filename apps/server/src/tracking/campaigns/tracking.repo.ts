import type { CampaignSettings } from '@poklik/contract/campaigns';
import { type LearnedSets, type LearnedWeights, withLearnedWeights } from '@poklik/domain/learning/learned-settings';
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { blackListEntries, campaigns, learnedWeights } from '../../stores/tables/campaigns.ts';
import type { BlackListRow } from '../addresses/black-list.ts';
import { packSettings, type StoredCampaign } from './compiled-campaign.ts';

/** A value that changes with every change and is cheap to compare. */
interface Mark {
  id: number;
  mark: string;
}

/** Starts with the format version, so that data of older releases is read again. */
const campaignMark = sql<string>`'4 ' || ${campaigns.version} || ' ' || ${campaigns.learnedEpoch} || ' ' || extract(epoch from ${campaigns.updatedAt})`;

export const listCampaignMarks = (db: Database): Promise<Mark[]> =>
  db.select({ id: campaigns.id, mark: campaignMark }).from(campaigns).where(isNull(campaigns.deletedAt));

/** The existing ones of these campaigns with the weights that hold, without texts that only the owner reads. */
export async function findCampaigns(db: Database, ids: readonly number[]): Promise<StoredCampaign[]> {
  const rows = await db
    .select({
      id: campaigns.id,
      key: campaigns.key,
      accountId: campaigns.accountId,
      version: campaigns.version,
      mark: campaignMark,
      postbackKey: campaigns.postbackKey,
      landerIds: sql<(number | null)[]>`jsonb_path_query_array(${campaigns.settings}, 'strict $.**.lander_id')`,
      learnedEpoch: campaigns.learnedEpoch,
      settings: sql<string>`(${campaigns.settings} - '{name,notes,tags,outgoing_postbacks,connection_ids,consent_required}'::text[] || jsonb_build_object('name', ${campaigns.name}, 'status', ${campaigns.status}))::text`,
    })
    .from(campaigns)
    .where(and(isNull(campaigns.deletedAt), inArray(campaigns.id, [...ids])));
  const learning = rows.flatMap(({ id, learnedEpoch }) => (learnedEpoch > 0 ? id : []));
  const learned = await findLearnedSets(db, learning);
  return rows.map(({ settings, learnedEpoch: _, landerIds, ...row }) => {
    const sets = learned.get(row.id);
    const ids = [...new Set(landerIds.filter((id) => id !== null))];
    const packed = packSettings(sets ? reweigh(settings, sets) : settings);
    return { ...row, packed, ...(ids.length > 0 ? { landerIds: ids } : {}) };
  });
}

const reweigh = (settings: string, sets: LearnedSets): string =>
  JSON.stringify(withLearnedWeights(JSON.parse(settings) as CampaignSettings, sets));

/** The latest weights of each set that learned any, by campaign. */
async function findLearnedSets(db: Database, campaignIds: readonly number[]): Promise<Map<number, LearnedSets>> {
  const found = new Map<number, Record<string, LearnedWeights>>();
  if (campaignIds.length === 0) return found;
  const rows = await db
    .selectDistinctOn([learnedWeights.campaignId, learnedWeights.setUid], {
      campaignId: learnedWeights.campaignId,
      setUid: learnedWeights.setUid,
      weights: learnedWeights.weights,
    })
    .from(learnedWeights)
    .where(inArray(learnedWeights.campaignId, [...campaignIds]))
    .orderBy(learnedWeights.campaignId, learnedWeights.setUid, desc(learnedWeights.epoch));
  for (const { campaignId, setUid, weights } of rows) {
    const sets = found.get(campaignId) ?? {};
    sets[setUid] = weights;
    found.set(campaignId, sets);
  }
  return found;
}

/** One per account that has entries. */
export const listBlackListMarks = (db: Database): Promise<Mark[]> =>
  db
    .select({
      id: blackListEntries.accountId,
      mark: sql<string>`count(*) || ' ' || max(${blackListEntries.id}) || ' ' || sum(${blackListEntries.id})`,
    })
    .from(blackListEntries)
    .groupBy(blackListEntries.accountId);

/** The same for entries in memory: they are only added and removed. */
export function blackListMark(rows: readonly BlackListRow[]): string {
  let highest = 0;
  let sum = 0;
  for (const { id } of rows) {
    highest = Math.max(highest, id);
    sum += id;
  }
  return `${rows.length} ${highest} ${sum}`;
}

const PAGE = 1_000;

/** In pages, so that a long list does not block clicks. */
export async function listBlackList(db: Database, accountId: number): Promise<BlackListRow[]> {
  const rows: BlackListRow[] = [];
  for (let after = 0; ; ) {
    const page = await db
      .select({
        id: blackListEntries.id,
        campaignId: blackListEntries.campaignId,
        range: sql<string>`${blackListEntries.range}::text`,
        block: sql<boolean>`${blackListEntries.action} = 'block'`,
      })
      .from(blackListEntries)
      .where(and(eq(blackListEntries.accountId, accountId), gt(blackListEntries.id, after)))
      .orderBy(blackListEntries.id)
      .limit(PAGE);
    rows.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return rows;
    after = last.id;
  }
}
