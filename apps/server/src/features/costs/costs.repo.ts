import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { SortOrder } from '@poklik/contract/paging';
import { FREE_TARIFF } from '@poklik/domain/tariffs/limits';
import { and, asc, desc, eq, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { costEntries as entries, costFolds as folds } from '../../stores/tables/costs.ts';
import { notifications } from '../../stores/tables/notifications.ts';
import { tariffs } from '../../stores/tables/tariffs.ts';
import { accounts, teamMembers, users } from '../../stores/tables/users.ts';

/** Tells the worker that there is something to fold. */
export const COSTS_CHANNEL = 'costs_changed';

export type CostEntryRow = typeof entries.$inferSelect;
export type NewCostEntryRow = typeof entries.$inferInsert;

const undoneBy = alias(users, 'undone_by');

export interface CostFilters {
  campaignId?: number | undefined;
  state?: 'live' | 'undone' | undefined;
}

const isVisible = ({ accountId, campaignIds }: AccountScope): SQL | undefined =>
  and(
    eq(entries.accountId, accountId),
    campaignIds === null ? undefined : inArray(entries.campaignId, [...campaignIds]),
  );

const matches = ({ campaignId, state }: CostFilters): SQL | undefined =>
  and(
    campaignId === undefined ? undefined : eq(entries.campaignId, campaignId),
    state === undefined ? undefined : state === 'live' ? isNull(entries.undoneAt) : isNotNull(entries.undoneAt),
  );

const selectEntries = (db: Database) =>
  db
    .select({
      entry: entries,
      campaign: { id: campaigns.id, name: campaigns.name },
      author: { id: users.id, name: users.name },
      undoneBy: { id: undoneBy.id, name: undoneBy.name },
      dueFrom: folds.dueFrom,
      dueUntil: folds.dueUntil,
    })
    .from(entries)
    .innerJoin(campaigns, eq(campaigns.id, entries.campaignId))
    .leftJoin(users, eq(users.id, entries.authorId))
    .leftJoin(undoneBy, eq(undoneBy.id, entries.undoneById))
    .leftJoin(folds, eq(folds.campaignId, entries.campaignId));

export type ListedCostEntry = Awaited<ReturnType<typeof listEntriesById>>[number];

interface ListOptions {
  filter: CostFilters;
  sort: 'created_at' | 'from';
  order: SortOrder;
  limit: number;
  offset: number;
}

export function listEntries(db: Database, scope: AccountScope, { filter, sort, order, limit, offset }: ListOptions) {
  const direction = order === 'asc' ? asc : desc;
  return selectEntries(db)
    .where(and(isVisible(scope), matches(filter)))
    .orderBy(direction(sort === 'from' ? entries.startsAt : entries.createdAt), direction(entries.id))
    .limit(limit)
    .offset(offset);
}

export const countEntries = (db: Database, scope: AccountScope, filter: CostFilters): Promise<number> =>
  db.$count(entries, and(isVisible(scope), matches(filter)));

export const listEntriesById = (db: Database, scope: AccountScope, ids: readonly number[]) =>
  selectEntries(db)
    .where(and(isVisible(scope), inArray(entries.id, [...ids])))
    .orderBy(asc(entries.id));

/** Entries of these campaigns that are not undone, oldest first. */
export const listLiveEntries = (db: Database, campaignIds: readonly number[]): Promise<CostEntryRow[]> =>
  db
    .select()
    .from(entries)
    .where(and(inArray(entries.campaignId, [...campaignIds]), isNull(entries.undoneAt)))
    .orderBy(asc(entries.id));

export async function insertEntries(db: Database, rows: readonly NewCostEntryRow[]): Promise<number[]> {
  const added = await db
    .insert(entries)
    .values([...rows])
    .returning({ id: entries.id });
  return added.map(({ id }) => id);
}

/** False if another request undid it first. */
export async function undoEntry(
  db: Database,
  id: number,
  undo: { undoneById: number; undoReason?: string; replacedById?: number },
): Promise<boolean> {
  const changed = await db
    .update(entries)
    .set({ ...undo, undoneAt: sql`now()` })
    .where(and(eq(entries.id, id), isNull(entries.undoneAt)))
    .returning({ id: entries.id });
  return changed.length > 0;
}

export interface CostCampaign {
  id: number;
  name: string;
  settings: CampaignSettings;
}

/** Pushes of a campaign wait for each other until the end of the transaction. */
export const lockPushes = (tx: Database, campaignId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cost push ${campaignId}`}, 0))`);

/** Earlier pushes for the same start and filters. */
export const listPushed = (
  tx: Database,
  { campaignId, startsAt, filters }: Pick<NewCostEntryRow, 'campaignId' | 'startsAt' | 'filters'>,
): Promise<CostEntryRow[]> =>
  tx
    .select()
    .from(entries)
    .where(
      and(
        eq(entries.campaignId, campaignId),
        eq(entries.source, 'keitaro'),
        eq(entries.startsAt, startsAt),
        eq(entries.filters, filters),
        isNull(entries.undoneAt),
      ),
    );

/** Those that the caller has access to. */
export const listCampaigns = (
  db: Database,
  { accountId, campaignIds }: AccountScope,
  ids: readonly number[],
): Promise<CostCampaign[]> =>
  db
    .select({ id: campaigns.id, name: campaigns.name, settings: campaigns.settings })
    .from(campaigns)
    .where(and(isCampaignOf({ accountId, campaignIds }), inArray(campaigns.id, [...ids])));

export const listCampaignNames = (db: Database, scope: AccountScope) =>
  db
    .select({ id: campaigns.id, key: campaigns.key, name: campaigns.name, status: campaigns.status })
    .from(campaigns)
    .where(isCampaignOf(scope))
    .orderBy(asc(campaigns.id));

const isCampaignOf = ({ accountId, campaignIds }: AccountScope): SQL | undefined =>
  and(
    eq(campaigns.accountId, accountId),
    campaignIds === null ? undefined : inArray(campaigns.id, [...campaignIds]),
    isNull(campaigns.deletedAt),
  );

/** For how many days the plan keeps clicks. */
export async function findRetentionDays(db: Database, accountId: number): Promise<number> {
  const [row] = await db
    .select({ days: tariffs.retentionDays })
    .from(accounts)
    .innerJoin(
      tariffs,
      sql`${tariffs.id} = coalesce(${accounts.tariffId}, (select free.id from tariffs free where free.code = ${FREE_TARIFF}))`,
    )
    .where(eq(accounts.id, accountId));
  return row?.days ?? 0;
}

interface DueSpan {
  accountId: number;
  campaignId: number;
  from: Date;
  until: Date;
}

/** The entries of a campaign in that span have to be folded. */
export async function requestFold(db: Database, { accountId, campaignId, from, until }: DueSpan): Promise<void> {
  await db
    .insert(folds)
    .values({ accountId, campaignId, dueFrom: from, dueUntil: until })
    .onConflictDoUpdate({
      target: folds.campaignId,
      set: {
        dueFrom: sql`least(${folds.dueFrom}, excluded.due_from)`,
        dueUntil: sql`greatest(${folds.dueUntil}, excluded.due_until)`,
        revision: sql`${folds.revision} + 1`,
      },
    });
  await db.execute(sql`select pg_notify(${COSTS_CHANNEL}, '')`);
}

export type CostFold = typeof folds.$inferSelect;

export const listDueFolds = (db: Database, limit: number): Promise<CostFold[]> =>
  db.select().from(folds).where(isNotNull(folds.dueFrom)).orderBy(asc(folds.campaignId)).limit(limit);

/** Campaigns with live entries. */
export const listFoldsWithEntries = (db: Database): Promise<CostFold[]> =>
  db
    .select()
    .from(folds)
    .where(
      sql`exists (select from ${entries} where ${entries.campaignId} = ${folds.campaignId} and ${entries.undoneAt} is null)`,
    )
    .orderBy(asc(folds.campaignId));

export async function findFold(db: Database, campaignId: number): Promise<CostFold | undefined> {
  const [fold] = await db.select().from(folds).where(eq(folds.campaignId, campaignId));
  return fold;
}

/** A request that arrived during the fold stays due. */
export const completeFold = (db: Database, { campaignId, revision }: CostFold, events: Record<string, number>) =>
  db
    .update(folds)
    .set({
      events,
      dueFrom: sql`case when ${folds.revision} = ${revision} then null else ${folds.dueFrom} end`,
      dueUntil: sql`case when ${folds.revision} = ${revision} then null else ${folds.dueUntil} end`,
    })
    .where(eq(folds.campaignId, campaignId));

/** One fold per campaign at a time. */
export async function tryLockFold(tx: Database, campaignId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ ok: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`cost fold ${campaignId}`}, 0)) as ok`,
  );
  return rows[0]?.ok === true;
}

/** Whom to tell about the campaign's costs; nobody if that happened within the last days or it was deleted. */
export async function findCostOwner(db: Database, campaignId: number, silenceDays: number) {
  const told = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, teamMembers.userId),
        eq(notifications.kind, 'costs_unreadable'),
        sql`${notifications.values} ->> 'campaign_id' = ${String(campaignId)}`,
        sql`${notifications.createdAt} > now() - make_interval(days => ${silenceDays})`,
      ),
    );
  const [owner] = await db
    .select({ id: users.id, accountId: campaigns.accountId, campaign: campaigns.name })
    .from(campaigns)
    .innerJoin(teamMembers, and(eq(teamMembers.accountId, campaigns.accountId), eq(teamMembers.role, 'OWNER')))
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(campaigns.id, campaignId), isNull(campaigns.deletedAt), notExists(told)));
  return owner ?? null;
}
