import type { ConversionStatus } from '@poklik/contract/campaigns';
import type { SortOrder } from '@poklik/contract/paging';
import type { TimeBasis } from '@poklik/contract/statistics';
import { splitOfferClickId } from '@poklik/domain/clicks/offer-click-id';
import { and, asc, desc, eq, gte, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { conversionChanges, conversions } from '../../stores/tables/conversions.ts';
import { users } from '../../stores/tables/users.ts';
import type { ConversionRow } from './recording.repo.ts';

/** Null means unbounded. */
export interface TimeRange {
  from: Date | null;
  until: Date | null;
}

/** Days in the user's time zone, both inclusive. */
export async function getDayRange(
  db: Database,
  userId: number,
  days: { start_date?: string | undefined; end_date?: string | undefined },
): Promise<TimeRange> {
  if (!days.start_date && !days.end_date) return { from: null, until: null };
  const { rows } = await db.execute<{ from: Date | null; until: Date | null }>(sql`
    select ${days.start_date ?? null}::date::timestamp at time zone timezone as "from",
      (${days.end_date ?? null}::date + 1)::timestamp at time zone timezone as until
    from users where id = ${userId}`);
  const [timeRange] = rows;
  return {
    from: timeRange?.from ? new Date(timeRange.from) : null,
    until: timeRange?.until ? new Date(timeRange.until) : null,
  };
}

export interface ConversionFilter {
  timeRange: TimeRange;
  /** The timestamp that `timeRange` filters by. */
  timeBasis: TimeBasis;
  revenueMin?: bigint | undefined;
  revenueMax?: bigint | undefined;
  campaignId?: number | undefined;
  status?: ConversionStatus | undefined;
  type?: string | undefined;
  source?: ConversionRow['source'] | undefined;
  country?: string | undefined;
  search?: string | undefined;
}

const isInScope = ({ accountId, campaignIds }: AccountScope): SQL | undefined =>
  and(
    eq(conversions.accountId, accountId),
    campaignIds === null ? undefined : inArray(conversions.campaignId, [...campaignIds]),
  );

const TIME_COLUMNS = { click: conversions.clickAt, conversion: conversions.receivedAt } as const;

const matchesFilter = ({ timeRange, timeBasis, ...filter }: ConversionFilter): SQL | undefined => {
  const { campaignId, status, type, source, country, search, revenueMin, revenueMax } = filter;
  return and(
    timeRange.from ? gte(TIME_COLUMNS[timeBasis], timeRange.from) : undefined,
    timeRange.until ? lt(TIME_COLUMNS[timeBasis], timeRange.until) : undefined,
    revenueMin === undefined ? undefined : gte(conversions.payoutBaseMicro, revenueMin),
    revenueMax === undefined ? undefined : lte(conversions.payoutBaseMicro, revenueMax),
    campaignId === undefined ? undefined : eq(conversions.campaignId, campaignId),
    status ? eq(conversions.status, status) : undefined,
    type ? eq(conversions.type, type) : undefined,
    source ? eq(conversions.source, source) : undefined,
    country ? eq(conversions.country, country) : undefined,
    search
      ? or(
          eq(conversions.clickId, splitOfferClickId(search.toLowerCase()).clickId),
          eq(conversions.transactionId, search),
          eq(conversions.id, search.toLowerCase()),
        )
      : undefined,
  );
};

const SORT_BY = {
  received_at: conversions.receivedAt,
  click_at: conversions.clickAt,
  payout: conversions.payoutBaseMicro,
  status: conversions.status,
  type: conversions.type,
} as const;

export interface ConversionOrder {
  sort: keyof typeof SORT_BY;
  order: SortOrder;
}

export type ConversionWithCampaign = ConversionRow & { campaign: { id: number; name: string } };

const selectWithCampaign = (db: Database) =>
  db
    .select({ conversion: conversions, campaign: { id: campaigns.id, name: campaigns.name } })
    .from(conversions)
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaignId));

const flatten = ({ conversion, campaign }: { conversion: ConversionRow; campaign: { id: number; name: string } }) => ({
  ...conversion,
  campaign,
});

export async function listConversions(
  db: Database,
  reach: AccountScope,
  { filter, sort, order, limit, offset }: ConversionOrder & { filter: ConversionFilter; limit: number; offset: number },
): Promise<ConversionWithCampaign[]> {
  const direction = order === 'asc' ? asc : desc;
  const rows = await selectWithCampaign(db)
    .where(and(isInScope(reach), matchesFilter(filter)))
    .orderBy(direction(SORT_BY[sort]), direction(conversions.id))
    .limit(limit)
    .offset(offset);
  return rows.map(flatten);
}

/** IDs of all matches in order, to be read in batches. */
export const conversionIdsQuery = (
  db: Database,
  reach: AccountScope,
  { filter, sort, order }: ConversionOrder & { filter: ConversionFilter },
) => {
  const direction = order === 'asc' ? asc : desc;
  return db
    .select({ id: conversions.id })
    .from(conversions)
    .where(and(isInScope(reach), matchesFilter(filter)))
    .orderBy(direction(SORT_BY[sort]), direction(conversions.id));
};

/** Cheaper than counting all rows. */
export async function hasMoreThan(
  db: Database,
  reach: AccountScope,
  filter: ConversionFilter,
  max: number,
): Promise<boolean> {
  const next = await db
    .select({ one: sql`1` })
    .from(conversions)
    .where(and(isInScope(reach), matchesFilter(filter)))
    .limit(1)
    .offset(max);
  return next.length > 0;
}

/** Count and sum by status, in the base currency. */
export const totalConversions = (db: Database, reach: AccountScope, filter: ConversionFilter) =>
  db
    .select({
      status: conversions.status,
      count: sql<number>`count(*)::int`,
      micro: sql<string>`sum(${conversions.payoutBaseMicro})::text`,
    })
    .from(conversions)
    .where(and(isInScope(reach), matchesFilter(filter)))
    .groupBy(conversions.status);

export async function listConversionsById(
  db: Database,
  reach: AccountScope,
  ids: readonly string[],
): Promise<ConversionWithCampaign[]> {
  if (ids.length === 0) return [];
  return (await selectWithCampaign(db).where(and(isInScope(reach), inArray(conversions.id, [...ids])))).map(flatten);
}

export async function listRelatedConversions(
  db: Database,
  reach: AccountScope,
  row: ConversionRow,
): Promise<ConversionWithCampaign[]> {
  const rows = await selectWithCampaign(db)
    .where(and(isInScope(reach), eq(conversions.clickId, row.clickId), ne(conversions.id, row.id)))
    .orderBy(conversions.id)
    .limit(50);
  return rows.map(flatten);
}

export const listConversionChanges = (db: Database, conversionId: string) =>
  db
    .select({
      at: conversionChanges.at,
      source: conversionChanges.source,
      reason: conversionChanges.reason,
      before: conversionChanges.before,
      after: conversionChanges.after,
      author: { name: users.name, email: users.email },
    })
    .from(conversionChanges)
    .leftJoin(users, eq(users.id, conversionChanges.authorId))
    .where(eq(conversionChanges.conversionId, conversionId))
    .orderBy(conversionChanges.revision);
