import type { CampaignSettings } from '@poklik/contract/campaigns';
import { listLanderIds, listOfferIds, withTargetUrls } from '@poklik/domain/routing/targets';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { landers, offers } from '../../stores/tables/campaigns.ts';

type Targets = Pick<CampaignSettings, 'destinations' | 'rules'>;

/** Campaigns and the offers or landers that their destinations name, also those below a lander. */
export const targetUses = (accountId: number, kind: 'offer_id' | 'lander_id'): SQL => sql`
  select c.id as campaign_id, c.name, c.status, (target #>> '{}')::bigint as target_id
  from campaigns c, lateral (
    select jsonb_path_query(c.settings, ${`$.destinations.**.${kind} ? (@ != null)`}::jsonpath) as target
    union select jsonb_path_query(c.settings, ${`$.rules[*].destinations.**.${kind} ? (@ != null)`}::jsonpath)
  ) as targets
  where c.account_id = ${accountId} and c.deleted_at is null`;

export const oneOf = (column: SQL, ids: readonly number[]): SQL =>
  sql`${column} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint)`;

export const usesInReach = ({ campaignIds }: AccountScope): SQL =>
  campaignIds === null ? sql`true` : oneOf(sql`used.campaign_id`, campaignIds);

/** Campaigns in reach whose destinations name an offer or a lander, by its ID. */
export async function countCampaignsByTarget(
  db: Database,
  reach: AccountScope,
  kind: 'offer_id' | 'lander_id',
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select used.target_id::float8 as id, count(*)::int as count from (${targetUses(reach.accountId, kind)}) as used
    where ${oneOf(sql`used.target_id`, ids)} and ${usesInReach(reach)} group by 1`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function listUrls(
  db: Database,
  table: typeof offers | typeof landers,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: table.id, url: sql<string>`${table.settings} ->> 'url'` })
    .from(table)
    .where(inArray(table.id, [...ids]));
  return new Map(rows.map(({ id, url }) => [id, url]));
}

/** Destinations with an offer or a lander get its present URL, because settings are stored without it. */
export async function resolveTargetUrls<Row extends { settings: Targets }>(
  db: Database,
  rows: readonly Row[],
): Promise<Row[]> {
  const idsOf = (list: (settings: Targets) => number[]) => [...new Set(rows.flatMap(({ settings }) => list(settings)))];
  const offerUrls = await listUrls(db, offers, idsOf(listOfferIds));
  const landerUrls = await listUrls(db, landers, idsOf(listLanderIds));
  const urls = { offer: (id: number) => offerUrls.get(id) ?? '', lander: (id: number) => landerUrls.get(id) ?? '' };
  return rows.map((row) => ({ ...row, settings: withTargetUrls(row.settings, urls) }));
}
