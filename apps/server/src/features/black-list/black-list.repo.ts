import type { BlackListAction } from '@poklik/contract/black-list';
import type { SortOrder } from '@poklik/contract/paging';
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import { containsPattern } from '../../stores/contains-pattern.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns, blackListEntries as entries } from '../../stores/tables/campaigns.ts';

export interface EntryHits {
  id: number;
  hits: number;
  lastHitAt: Date;
}

export interface EntryFilter {
  search?: string | undefined;
  /** The search parsed as an IP address or range, if it is one. */
  searchRange?: string | undefined;
  action?: BlackListAction | undefined;
  campaignId?: number | undefined;
}

export interface EntryOrder {
  sort: 'ip' | 'action' | 'hits' | 'last_hit_at' | 'created_at';
  order: SortOrder;
  /** Hit counts live in ClickHouse, so sorting by hits needs them as input. */
  hits: readonly EntryHits[];
}

const entryCampaign = and(eq(campaigns.id, entries.campaignId), isNull(campaigns.deletedAt));

/** Entries of a deleted campaign stay hidden until the campaign is purged. */
const isVisible = ({ accountId, campaignIds }: AccountScope): SQL | undefined =>
  and(
    eq(entries.accountId, accountId),
    // Entries for all campaigns are visible to every member.
    or(isNull(entries.campaignId), campaignIds === null ? sql`${campaigns.id} is not null` : inCampaigns(campaignIds)),
  );
const inCampaigns = (campaignIds: readonly number[]): SQL => inArray(campaigns.id, [...campaignIds]);

function matchesFilter({ search, searchRange, action, campaignId }: EntryFilter): SQL | undefined {
  return and(
    action === undefined ? undefined : eq(entries.action, action),
    campaignId === undefined ? undefined : eq(entries.campaignId, campaignId),
    search
      ? or(
          sql`${entries.range}::text ilike ${containsPattern(search)}`,
          sql`${entries.comment} ilike ${containsPattern(search)}`,
          // Finds ranges that contain the address and entries inside the range.
          searchRange === undefined ? undefined : sql`${entries.range} && ${searchRange}::cidr`,
        )
      : undefined,
  );
}

const columns = {
  id: entries.id,
  range: entries.range,
  action: entries.action,
  comment: entries.comment,
  createdAt: entries.createdAt,
  campaign: { id: campaigns.id, name: campaigns.name },
};

const SORT_BY: Record<EntryOrder['sort'], SQL> = {
  ip: sql`${entries.range}`,
  action: sql`${entries.action}`,
  created_at: sql`${entries.createdAt}`,
  hits: sql`coalesce(seen.hits, 0)`,
  last_hit_at: sql`coalesce(seen.last_hit_at, 'epoch')`,
};

export function listEntries(
  db: Database,
  reach: AccountScope,
  { filter, sort, order, hits, limit, offset }: EntryOrder & { filter: EntryFilter; limit: number; offset: number },
) {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const hitsJson = JSON.stringify(
    hits.map(({ id, hits: count, lastHitAt }) => ({ id, hits: count, last_hit_at: lastHitAt })),
  );
  return db
    .select(columns)
    .from(entries)
    .leftJoin(campaigns, entryCampaign)
    .leftJoin(
      sql`jsonb_to_recordset(${hitsJson}::jsonb) as seen(id bigint, hits bigint, last_hit_at timestamptz)`,
      sql`seen.id = ${entries.id}`,
    )
    .where(and(isVisible(reach), matchesFilter(filter)))
    .orderBy(sql`${SORT_BY[sort]} ${direction}`, sql`${entries.id} ${direction}`)
    .limit(limit)
    .offset(offset);
}

export async function countEntries(db: Database, reach: AccountScope, filter: EntryFilter = {}): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(entries)
    .leftJoin(campaigns, entryCampaign)
    .where(and(isVisible(reach), matchesFilter(filter)));
  return row?.count ?? 0;
}

/** Entries that may already cover a new entry for this campaign. */
export const listEntryRanges = (db: Database, accountId: number, campaignId: number | null) =>
  db
    .select({ range: entries.range, action: entries.action, campaignId: entries.campaignId })
    .from(entries)
    .where(
      and(
        eq(entries.accountId, accountId),
        campaignId === null
          ? isNull(entries.campaignId)
          : or(isNull(entries.campaignId), eq(entries.campaignId, campaignId)),
      ),
    );

export async function findCampaignName(db: Database, reach: AccountScope, campaignId: number): Promise<string | null> {
  const [row] = await db
    .select({ name: campaigns.name })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.accountId, reach.accountId),
        eq(campaigns.id, campaignId),
        reach.campaignIds === null ? undefined : inCampaigns(reach.campaignIds),
        isNull(campaigns.deletedAt),
      ),
    );
  return row?.name ?? null;
}

interface NewEntries {
  ranges: readonly string[];
  action: BlackListAction;
  campaignId: number | null;
  comment: string;
  authorId: number;
}

const jsonValues = (values: readonly (string | number)[]): SQL =>
  sql`(select value from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

export async function insertEntries(db: Database, accountId: number, added: NewEntries): Promise<number[]> {
  const { ranges, action, campaignId, comment, authorId } = added;
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into ${entries} (account_id, campaign_id, range, action, comment, created_by_id)
    select ${accountId}::bigint, ${campaignId}::bigint, value::cidr, ${action}, ${comment}, ${authorId}::bigint
    from ${jsonValues(ranges)} returning id`);
  return rows.map(({ id }) => Number(id));
}

export const removeEntriesByRange = (
  db: Database,
  accountId: number,
  campaignId: number | null,
  ranges: readonly string[],
) =>
  db
    .delete(entries)
    .where(
      and(
        eq(entries.accountId, accountId),
        sql`${entries.campaignId} is not distinct from ${campaignId}::bigint`,
        sql`${entries.range} in (select value::cidr from ${jsonValues(ranges)})`,
      ),
    );

export const listEntriesById = (db: Database, reach: AccountScope, ids: readonly number[]) =>
  db
    .select(columns)
    .from(entries)
    .leftJoin(campaigns, entryCampaign)
    .where(and(isVisible(reach), sql`${entries.id} in (select value::bigint from ${jsonValues(ids)})`))
    .orderBy(entries.id);

export type EntryRow = Awaited<ReturnType<typeof listEntriesById>>[number];

/** Members restricted to campaigns can remove only entries of these campaigns. */
export async function removeEntries(db: Database, reach: AccountScope, ids: readonly number[]): Promise<number> {
  const removed = await db
    .delete(entries)
    .where(
      and(
        eq(entries.accountId, reach.accountId),
        reach.campaignIds === null ? undefined : inArray(entries.campaignId, [...reach.campaignIds]),
        sql`${entries.id} in (select value::bigint from ${jsonValues(ids)})`,
      ),
    )
    .returning({ id: entries.id });
  return removed.length;
}
