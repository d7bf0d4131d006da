import type { OutgoingLogEntry } from '@poklik/contract/outgoing';
import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AccountScope } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import { campaigns } from '../../../stores/tables/campaigns.ts';
import { conversions, outgoingPostbacks as outgoing } from '../../../stores/tables/conversions.ts';
import { connections } from '../../../stores/tables/traffic-sources.ts';
import type { TimeRange } from '../conversions.repo.ts';

export interface OutgoingFilter {
  timeRange: TimeRange;
  campaignId?: number | undefined;
  state?: OutgoingLogEntry['state'] | undefined;
  search?: string | undefined;
}

const isInScope = ({ accountId, campaignIds }: AccountScope): SQL | undefined =>
  and(
    eq(outgoing.accountId, accountId),
    campaignIds === null ? undefined : inArray(conversions.campaignId, [...campaignIds]),
  );

const matchesFilter = ({ timeRange, campaignId, state, search }: OutgoingFilter): SQL | undefined =>
  and(
    timeRange.from ? gte(outgoing.createdAt, timeRange.from) : undefined,
    timeRange.until ? lt(outgoing.createdAt, timeRange.until) : undefined,
    campaignId === undefined ? undefined : eq(conversions.campaignId, campaignId),
    state ? eq(outgoing.state, state) : undefined,
    search ? or(eq(conversions.id, search.toLowerCase()), eq(conversions.clickId, search.toLowerCase())) : undefined,
  );

/** Of a conversion, newest first. */
export const listOutgoingPostbacks = (db: Database, conversionId: string) =>
  db
    .select({ delivery: outgoing, platform: connections.platform })
    .from(outgoing)
    .leftJoin(connections, eq(connections.id, outgoing.connectionId))
    .where(eq(outgoing.conversionId, conversionId))
    .orderBy(desc(outgoing.id))
    .limit(100);
export type ListedPostback = Awaited<ReturnType<typeof listOutgoingPostbacks>>[number];

export type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>[number];

export const listDeliveries = (
  db: Database,
  scope: AccountScope,
  { filter, order, limit, offset }: { filter: OutgoingFilter; order: 'asc' | 'desc'; limit: number; offset: number },
) =>
  db
    .select({
      delivery: outgoing,
      type: conversions.type,
      platform: connections.platform,
      campaign: { id: campaigns.id, name: campaigns.name },
    })
    .from(outgoing)
    .innerJoin(conversions, eq(conversions.id, outgoing.conversionId))
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaignId))
    .leftJoin(connections, eq(connections.id, outgoing.connectionId))
    .where(and(isInScope(scope), matchesFilter(filter)))
    .orderBy((order === 'asc' ? asc : desc)(outgoing.id))
    .limit(limit)
    .offset(offset);

export async function countDeliveries(db: Database, scope: AccountScope, filter: OutgoingFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(outgoing)
    .innerJoin(conversions, eq(conversions.id, outgoing.conversionId))
    .where(and(isInScope(scope), matchesFilter(filter)));
  return row?.count ?? 0;
}

/** Queues copies of finished deliveries, so that the log keeps what they were answered. Returns how many. */
export async function copyDeliveries(db: Database, scope: AccountScope, ids: readonly number[]): Promise<number> {
  const { accountId, campaignIds } = scope;
  const { rowCount } = await db.execute(sql`
    insert into outgoing_postbacks (account_id, conversion_id, connection_id, name, url, method, headers, body_type, body, status)
    select o.account_id, o.conversion_id, o.connection_id, o.name, o.url, o.method, o.headers, o.body_type, o.body, o.status
    from outgoing_postbacks o join conversions c on c.id = o.conversion_id
    where o.account_id = ${accountId} and o.state <> 'waiting'
      and o.id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
      and (${campaignIds === null} or c.campaign_id in
        (select value::bigint from jsonb_array_elements_text(${JSON.stringify(campaignIds ?? [])}::jsonb)))
    order by o.id`);
  return rowCount ?? 0;
}
