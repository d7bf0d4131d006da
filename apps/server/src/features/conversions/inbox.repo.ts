import type { PostbackResult } from '@poklik/contract/conversion-values';
import type { SortOrder } from '@poklik/contract/paging';
import { splitOfferClickId } from '@poklik/domain/clicks/offer-click-id';
import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { postbacks } from '../../stores/tables/conversions.ts';
import { networks } from '../../stores/tables/networks.ts';
import type { TimeRange } from './conversions.repo.ts';
import type { PostbackRow } from './postbacks.repo.ts';

export interface InboxFilter {
  timeRange: TimeRange;
  campaignId?: number | undefined;
  networkId?: number | undefined;
  verdict?: PostbackResult | undefined;
  search?: string | undefined;
}

export type PostbackWithCampaign = PostbackRow & {
  campaign: { id: number; name: string } | null;
  network: { id: number; name: string } | null;
};

const isInScope = ({ accountId, campaignIds }: AccountScope): SQL | undefined =>
  and(
    eq(postbacks.accountId, accountId),
    campaignIds === null ? undefined : inArray(postbacks.campaignId, [...campaignIds]),
  );

const matchesFilter = ({ timeRange, campaignId, networkId, verdict, search }: InboxFilter): SQL | undefined =>
  and(
    timeRange.from ? gte(postbacks.receivedAt, timeRange.from) : undefined,
    timeRange.until ? lt(postbacks.receivedAt, timeRange.until) : undefined,
    campaignId === undefined ? undefined : eq(postbacks.campaignId, campaignId),
    networkId === undefined ? undefined : eq(postbacks.networkId, networkId),
    verdict ? eq(postbacks.verdict, verdict) : undefined,
    search
      ? or(
          eq(postbacks.clickId, splitOfferClickId(search.toLowerCase()).clickId),
          sql`${postbacks.fields} ->> 'transactionId' = ${search}`,
        )
      : undefined,
  );

const selectWithCampaign = (db: Database) =>
  db
    .select({
      postback: postbacks,
      campaign: { id: campaigns.id, name: campaigns.name },
      network: { id: networks.id, name: networks.name },
    })
    .from(postbacks)
    .leftJoin(campaigns, eq(campaigns.id, postbacks.campaignId))
    .leftJoin(networks, eq(networks.id, postbacks.networkId));

const flatten = ({
  postback,
  ...names
}: { postback: PostbackRow } & Pick<PostbackWithCampaign, 'campaign' | 'network'>): PostbackWithCampaign => ({
  ...postback,
  ...names,
});

export async function listPostbacks(
  db: Database,
  reach: AccountScope,
  { filter, order, limit, offset }: { filter: InboxFilter; order: SortOrder; limit: number; offset: number },
): Promise<PostbackWithCampaign[]> {
  const direction = order === 'asc' ? asc : desc;
  const rows = await selectWithCampaign(db)
    .where(and(isInScope(reach), matchesFilter(filter)))
    .orderBy(direction(postbacks.receivedAt), direction(postbacks.id))
    .limit(limit)
    .offset(offset);
  return rows.map(flatten);
}

export async function countPostbacks(db: Database, reach: AccountScope, filter: InboxFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(postbacks)
    .where(and(isInScope(reach), matchesFilter(filter)));
  return row?.count ?? 0;
}

export async function findPostback(
  db: Database,
  reach: AccountScope,
  id: string,
): Promise<PostbackWithCampaign | null> {
  const [row] = await selectWithCampaign(db).where(and(isInScope(reach), eq(postbacks.id, id)));
  return row ? flatten(row) : null;
}

export async function listConversionPostbacks(db: Database, conversionId: string): Promise<PostbackWithCampaign[]> {
  const rows = await selectWithCampaign(db)
    .where(eq(postbacks.conversionId, conversionId))
    .orderBy(desc(postbacks.receivedAt))
    .limit(50);
  return rows.map(flatten);
}

/** Marks the postback as due and trusted, because a user of the account requested the replay. */
export const reopenPostback = (db: Database, id: string) =>
  db
    .update(postbacks)
    .set({
      verdict: 'waiting',
      dueAt: sql`now()`,
      fields: sql`${postbacks.fields} || '{"isTrusted": true}'::jsonb`,
    })
    .where(eq(postbacks.id, id));
