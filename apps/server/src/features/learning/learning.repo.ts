import { CampaignSettings } from '@poklik/contract/campaigns';
import type { LearnedSets } from '@poklik/domain/learning/learned-settings';
import { and, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { campaigns, campaignVersions, type LearnedWhy, learnedWeights } from '../../stores/tables/campaigns.ts';

export type LearnedRow = typeof learnedWeights.$inferSelect;

export interface LearningCampaign {
  id: number;
  accountId: number;
  settings: CampaignSettings;
}

/** Active campaigns in which at least one set learns. */
export async function listLearningCampaigns(db: Database): Promise<LearningCampaign[]> {
  const rows = await db
    .select({ id: campaigns.id, accountId: campaigns.accountId, settings: campaigns.settings })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.status, 'active'),
        isNull(campaigns.deletedAt),
        or(
          sql`${campaigns.settings} @? '$.optimise ? (@.mode == "learn")'`,
          sql`${campaigns.settings} @? '$.rules[*].optimise ? (@.mode == "learn")'`,
        ),
      ),
    )
    .orderBy(campaigns.id);
  return rows.map((row) => ({ ...row, settings: CampaignSettings.parse(row.settings) }));
}

/** Settings of these versions, as they were saved. */
export async function listVersionSettings(
  db: Database,
  campaignId: number,
  versions: readonly number[],
): Promise<Map<number, CampaignSettings>> {
  if (versions.length === 0) return new Map();
  const rows = await db
    .select({ version: campaignVersions.version, settings: campaignVersions.settings })
    .from(campaignVersions)
    .where(and(eq(campaignVersions.campaignId, campaignId), inArray(campaignVersions.version, [...versions])));
  return new Map(rows.map(({ version, settings }) => [version, settings]));
}

const isSet = (campaignId: number, setUid: string) =>
  and(eq(learnedWeights.campaignId, campaignId), eq(learnedWeights.setUid, setUid));

/** Newest first. */
export const listEpochs = (db: Database, campaignId: number, setUid: string, limit: number): Promise<LearnedRow[]> =>
  db.select().from(learnedWeights).where(isSet(campaignId, setUid)).orderBy(desc(learnedWeights.epoch)).limit(limit);

/** The learned weights of each set of a campaign at a time. */
export async function findLearnedSetsAt(db: Database, campaignId: number, at: Date): Promise<LearnedSets> {
  const rows = await db
    .selectDistinctOn([learnedWeights.setUid], { setUid: learnedWeights.setUid, weights: learnedWeights.weights })
    .from(learnedWeights)
    .where(and(eq(learnedWeights.campaignId, campaignId), lte(learnedWeights.createdAt, at)))
    .orderBy(learnedWeights.setUid, desc(learnedWeights.epoch));
  return Object.fromEntries(rows.map(({ setUid, weights }) => [setUid, weights]));
}

interface NewEpoch {
  campaignId: number;
  setUid: string;
  weights: Record<string, number> | null;
  why: LearnedWhy;
  at: Date;
}

/** Epochs of a campaign rise by one, also when several rounds run at the same time. */
export async function insertEpoch(tx: Database, { campaignId, at, ...learned }: NewEpoch): Promise<void> {
  const [row] = await tx
    .update(campaigns)
    .set({ learnedEpoch: sql`${campaigns.learnedEpoch} + 1` })
    .where(eq(campaigns.id, campaignId))
    .returning({ epoch: campaigns.learnedEpoch });
  if (row)
    await tx.insert(learnedWeights).values({ campaignId, epoch: row.epoch, ...learned, createdAt: at, checkedAt: at });
}

/** The weights stay, their reasons are newer. */
export const updateWhy = (
  db: Database,
  { campaignId, setUid, epoch }: LearnedRow,
  { why, at }: { why: LearnedWhy; at: Date },
) =>
  db
    .update(learnedWeights)
    .set({ why, checkedAt: at })
    .where(and(isSet(campaignId, setUid), eq(learnedWeights.epoch, epoch)));
