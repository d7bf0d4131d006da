import { LanderSettings, type LanderStatus, type LanderUse } from '@poklik/contract/landers';
import type { SortOrder } from '@poklik/contract/paging';
import { firstCheckAt } from '@poklik/domain/link-checks/link-check';
import { and, asc, desc, eq, inArray, ne, or, type SQL, sql, sum } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import { containsPattern } from '../../stores/contains-pattern.ts';
import type { Database } from '../../stores/postgres.ts';
import { landers, landerUnknownVisits, landerVersions } from '../../stores/tables/campaigns.ts';
import { users } from '../../stores/tables/users.ts';
import { oneOf, targetUses, usesInReach } from '../campaigns/target-uses.repo.ts';
import type { OfferScope } from '../offers/offers.repo.ts';

export type LanderRow = typeof landers.$inferSelect;

/** Tells trackers which lander to reload. */
const LANDERS_CHANNEL = 'landers_changed';

export const notifyTrackers = (tx: Database, id: number) =>
  tx.execute(sql`select pg_notify(${LANDERS_CHANNEL}, ${String(id)})`);

const uses = (accountId: number): SQL => targetUses(accountId, 'lander_id');

/** A caller with selected campaigns sees the landers that those lead to, and landers that they created. */
function isInScope({ accountId, campaignIds, creatorId }: OfferScope): SQL | undefined {
  const own = eq(landers.accountId, accountId);
  if (campaignIds === null) return own;
  const reached = sql`${landers.id} in (
    select target_id from (${uses(accountId)}) as used where ${oneOf(sql`used.campaign_id`, campaignIds)})`;
  return and(own, creatorId === null ? reached : or(reached, eq(landers.createdById, creatorId)));
}

interface LanderFilter {
  search?: string | undefined;
  status?: LanderStatus | undefined;
  tag?: string | undefined;
}

function matchesFilter({ search, status, tag }: LanderFilter): SQL | undefined {
  const pattern = containsPattern(search ?? '');
  const hasTag = (condition: (own: SQL) => SQL): SQL =>
    sql`exists (select 1 from unnest(${landers.tags}) as tag where ${condition(sql`tag`)})`;
  return and(
    status === undefined ? ne(landers.status, 'archived') : eq(landers.status, status),
    tag === undefined ? undefined : hasTag((own) => sql`lower(${own}) = lower(${tag})`),
    search
      ? or(
          sql`${landers.name} ilike ${pattern}`,
          sql`${landers.id}::text = ${search}`,
          sql`${landers.key} ilike ${pattern}`,
          sql`${landers.settings} ->> 'url' ilike ${pattern}`,
          hasTag((own) => sql`${own} ilike ${pattern}`),
        )
      : undefined,
  );
}

/** jsonb does not keep the key order. */
const normalize = <Row extends { settings: LanderSettings }>(row: Row): Row => ({
  ...row,
  settings: LanderSettings.parse(row.settings),
});

interface ListOptions extends LanderFilter {
  sort: 'name' | 'status' | 'created_at';
  order: SortOrder;
  limit: number;
  offset: number;
}

export async function listLanders(
  db: Database,
  reach: OfferScope,
  { sort, order, limit, offset, ...filter }: ListOptions,
): Promise<LanderRow[]> {
  const direction = order === 'asc' ? asc : desc;
  const column = { name: sql`lower(${landers.name})`, status: landers.status, created_at: landers.createdAt }[sort];
  const rows = await db
    .select()
    .from(landers)
    .where(and(isInScope(reach), matchesFilter(filter)))
    .orderBy(direction(column), direction(landers.id))
    .limit(limit)
    .offset(offset);
  return rows.map(normalize);
}

export const countLanders = (db: Database, reach: OfferScope, filter: LanderFilter): Promise<number> =>
  db.$count(landers, and(isInScope(reach), matchesFilter(filter)));

/** Archived ones too. */
export async function listLandersById(db: Database, reach: OfferScope, ids: readonly number[]): Promise<LanderRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(landers)
    .where(and(isInScope(reach), inArray(landers.id, [...ids])));
  return rows.map(normalize);
}

export const findLander = async (db: Database, reach: OfferScope, id: number): Promise<LanderRow | null> =>
  (await listLandersById(db, reach, [id]))[0] ?? null;

export const countUnarchived = (db: Database, accountId: number): Promise<number> =>
  db.$count(landers, and(eq(landers.accountId, accountId), ne(landers.status, 'archived')));

export const countLandersWithName = (db: Database, accountId: number, name: string, exceptId: number) =>
  db.$count(
    landers,
    and(
      eq(landers.accountId, accountId),
      ne(landers.id, exceptId),
      ne(landers.status, 'archived'),
      sql`lower(${landers.name}) = lower(${name})`,
    ),
  );

const UNKNOWN_VISIT_DAYS = 30;

/** Visitors without a click in the last days, by lander. */
export async function countUnknownVisits(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: landerUnknownVisits.landerId, visits: sum(landerUnknownVisits.visits).mapWith(Number) })
    .from(landerUnknownVisits)
    .where(
      and(
        inArray(landerUnknownVisits.landerId, [...ids]),
        sql`${landerUnknownVisits.day} > current_date - ${UNKNOWN_VISIT_DAYS}::int`,
      ),
    )
    .groupBy(landerUnknownVisits.landerId);
  return new Map(rows.map(({ id, visits }) => [id, visits]));
}

interface NewLander {
  accountId: number;
  authorId: number;
  key: string;
  settings: LanderSettings;
}

/** Null if the key is taken. */
export async function insertLander(
  db: Database,
  { accountId, authorId, key, settings }: NewLander,
): Promise<LanderRow | null> {
  const { name, status, tags } = settings;
  const [row] = await db
    .insert(landers)
    .values({
      accountId,
      key,
      name,
      status,
      tags,
      settings,
      createdById: authorId,
      linkDueAt: firstCheckAt(settings, new Date()),
    })
    .onConflictDoNothing({ target: landers.key })
    .returning();
  if (!row) return null;
  await db.insert(landerVersions).values({ landerId: row.id, version: 1, settings, authorId });
  return row;
}

export async function updateLander(
  db: Database,
  { id, version }: Pick<LanderRow, 'id' | 'version'>,
  settings: LanderSettings,
  authorId: number,
): Promise<LanderRow> {
  const { name, status, tags } = settings;
  const next = version + 1;
  const [row] = await db
    .update(landers)
    .set({
      ...{ name, status, tags, settings, version: next, linkDueAt: firstCheckAt(settings, new Date()) },
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(landers.id, id))
    .returning();
  if (!row) throw new Error('the lander is gone');
  await db.insert(landerVersions).values({ landerId: id, version: next, settings, authorId });
  return row;
}

export async function listLanderVersions(
  db: Database,
  landerId: number,
  page: { limit: number; offset: number; order: SortOrder },
) {
  const rows = await db
    .select({
      version: landerVersions.version,
      settings: landerVersions.settings,
      createdAt: landerVersions.createdAt,
      author: { id: users.id, name: users.name, email: users.email },
    })
    .from(landerVersions)
    .leftJoin(users, eq(users.id, landerVersions.authorId))
    .where(eq(landerVersions.landerId, landerId))
    .orderBy((page.order === 'asc' ? asc : desc)(landerVersions.version))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(normalize);
}

export async function findLanderVersion(
  db: Database,
  landerId: number,
  version: number,
): Promise<LanderSettings | null> {
  const [row] = await db
    .select({ settings: landerVersions.settings })
    .from(landerVersions)
    // Cast to bigint, because the requested number may exceed the column type.
    .where(and(eq(landerVersions.landerId, landerId), sql`${landerVersions.version} = ${version}::bigint`));
  return row ? normalize(row).settings : null;
}

/** Campaigns in reach that lead to a lander. */
export async function listUses(db: Database, reach: AccountScope, id: number): Promise<LanderUse[]> {
  const { rows } = await db.execute<Record<string, unknown> & LanderUse>(sql`
    select used.campaign_id::float8 as id, used.name, used.status
    from (${uses(reach.accountId)}) as used where used.target_id = ${id} and ${usesInReach(reach)} order by 2, 1`);
  return rows;
}
