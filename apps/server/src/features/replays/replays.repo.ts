import { type ReplayReport, ReplaySettings } from '@poklik/contract/replays';
import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns, replays } from '../../stores/tables/campaigns.ts';

export type ReplayRow = typeof replays.$inferSelect;

const isInScope = ({ accountId, campaignIds }: AccountScope): SQL | undefined =>
  and(
    eq(campaigns.accountId, accountId),
    isNull(campaigns.deletedAt),
    campaignIds === null ? undefined : inArray(campaigns.id, [...campaignIds]),
  );

export async function findReplay(db: Database, reach: AccountScope, id: number): Promise<ReplayRow | null> {
  const [row] = await db
    .select({ replay: replays })
    .from(replays)
    .innerJoin(campaigns, eq(campaigns.id, replays.campaignId))
    .where(and(eq(replays.id, id), isInScope(reach)));
  return row?.replay ?? null;
}

/** With the account, for the job. */
export async function findWaitingReplay(
  db: Database,
  id: number,
): Promise<{ replay: ReplayRow; accountId: number } | null> {
  const [row] = await db
    .select({ replay: replays, accountId: campaigns.accountId })
    .from(replays)
    .innerJoin(campaigns, eq(campaigns.id, replays.campaignId))
    .where(and(eq(replays.id, id), eq(replays.state, 'waiting')));
  if (!row) return null;
  return { ...row, replay: { ...row.replay, settings: ReplaySettings.parse(row.replay.settings) } };
}

export const countWaiting = async (db: Database, accountId: number): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(replays)
    .innerJoin(campaigns, eq(campaigns.id, replays.campaignId))
    .where(and(eq(campaigns.accountId, accountId), eq(replays.state, 'waiting')));
  return row?.count ?? 0;
};

export async function insertReplay(
  db: Database,
  created: Pick<ReplayRow, 'campaignId' | 'settings' | 'startDate' | 'endDate' | 'timezone'>,
): Promise<ReplayRow> {
  const [row] = await db.insert(replays).values(created).returning();
  return row as ReplayRow;
}

export const setReplayReport = (db: Database, id: number, report: ReplayReport | null) =>
  db
    .update(replays)
    .set({ report, state: report === null ? 'failed' : 'done' })
    .where(eq(replays.id, id));

const KEPT_DAYS = 7;

export const removeOldReplays = (db: Database) =>
  db.delete(replays).where(lt(replays.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
