import { OfferSettings, type OfferStatus, type OfferUse } from '@poklik/contract/offers';
import type { SortOrder } from '@poklik/contract/paging';
import { firstCheckAt } from '@poklik/domain/link-checks/link-check';
import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import { containsPattern } from '../../stores/contains-pattern.ts';
import type { Database } from '../../stores/postgres.ts';
import { offers, offerVersions } from '../../stores/tables/campaigns.ts';
import { networks } from '../../stores/tables/networks.ts';
import { users } from '../../stores/tables/users.ts';
import { oneOf, targetUses, usesInReach } from '../campaigns/target-uses.repo.ts';

export type OfferRow = typeof offers.$inferSelect;

/** Tells trackers which offer to reload. */
const OFFERS_CHANNEL = 'offers_changed';

export const notifyTrackers = (tx: Database, ids: readonly number[]) =>
  tx.execute(
    sql`select pg_notify(${OFFERS_CHANNEL}, id) from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as id`,
  );

/** Their URLs may have its name. */
export const notifyTrackersOfNetwork = (tx: Database, networkId: number) =>
  tx.execute(
    sql`select pg_notify(${OFFERS_CHANNEL}, ${offers.id}::text) from ${offers} where ${offers.settings} ->> 'network_id' = ${String(networkId)}`,
  );

/** Empty without one. */
export async function findNetworkName(db: Database, offerId: number): Promise<string> {
  const [row] = await db
    .select({ name: networks.name })
    .from(offers)
    .innerJoin(networks, sql`${networks.id} = (${offers.settings} ->> 'network_id')::bigint`)
    .where(eq(offers.id, offerId));
  return row?.name ?? '';
}

/** A caller with selected campaigns sees the offers that those lead to, and offers that they created. */
export interface OfferScope extends AccountScope {
  /** Null for API tokens. */
  creatorId: number | null;
}

const fallbackOf = sql`(o.settings ->> 'fallback_offer_id')::bigint`;

const uses = (accountId: number): SQL => targetUses(accountId, 'offer_id');

function isInScope({ accountId, campaignIds, creatorId }: OfferScope): SQL | undefined {
  const own = eq(offers.accountId, accountId);
  if (campaignIds === null) return own;
  const reached = sql`${offers.id} in (
    with recursive reached(id) as (
      select target_id from (${uses(accountId)}) as used where ${oneOf(sql`used.campaign_id`, campaignIds)}
      union select ${fallbackOf} from offers o join reached r on r.id = o.id where ${fallbackOf} is not null
    ) select id from reached)`;
  return and(own, creatorId === null ? reached : or(reached, eq(offers.createdById, creatorId)));
}

interface OfferFilter {
  search?: string | undefined;
  status?: OfferStatus | undefined;
  tag?: string | undefined;
}

function matchesFilter({ search, status, tag }: OfferFilter): SQL | undefined {
  const pattern = containsPattern(search ?? '');
  const hasTag = (condition: (own: SQL) => SQL): SQL =>
    sql`exists (select 1 from unnest(${offers.tags}) as tag where ${condition(sql`tag`)})`;
  return and(
    status === undefined ? ne(offers.status, 'archived') : eq(offers.status, status),
    tag === undefined ? undefined : hasTag((own) => sql`lower(${own}) = lower(${tag})`),
    search
      ? or(
          sql`${offers.name} ilike ${pattern}`,
          sql`${offers.id}::text = ${search}`,
          sql`${offers.settings} ->> 'url' ilike ${pattern}`,
          hasTag((own) => sql`${own} ilike ${pattern}`),
          sql`exists (select 1 from ${networks} n
            where n.id::text = ${offers.settings} ->> 'network_id' and n.name ilike ${pattern})`,
        )
      : undefined,
  );
}

/** jsonb does not keep the key order. */
const normalize = <Row extends { settings: OfferSettings }>(row: Row): Row => ({
  ...row,
  settings: OfferSettings.parse(row.settings),
});

interface ListOptions extends OfferFilter {
  sort: 'name' | 'status' | 'created_at';
  order: SortOrder;
  limit: number;
  offset: number;
}

export async function listOffers(
  db: Database,
  reach: OfferScope,
  { sort, order, limit, offset, ...filter }: ListOptions,
): Promise<OfferRow[]> {
  const direction = order === 'asc' ? asc : desc;
  const column = { name: sql`lower(${offers.name})`, status: offers.status, created_at: offers.createdAt }[sort];
  const rows = await db
    .select()
    .from(offers)
    .where(and(isInScope(reach), matchesFilter(filter)))
    .orderBy(direction(column), direction(offers.id))
    .limit(limit)
    .offset(offset);
  return rows.map(normalize);
}

export const countOffers = (db: Database, reach: OfferScope, filter: OfferFilter): Promise<number> =>
  db.$count(offers, and(isInScope(reach), matchesFilter(filter)));

/** Archived ones too. */
export async function listOffersById(db: Database, reach: OfferScope, ids: readonly number[]): Promise<OfferRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(offers)
    .where(and(isInScope(reach), inArray(offers.id, [...ids])));
  return rows.map(normalize);
}

export const findOffer = async (db: Database, reach: OfferScope, id: number): Promise<OfferRow | null> =>
  (await listOffersById(db, reach, [id]))[0] ?? null;

export const countUnarchived = (db: Database, accountId: number): Promise<number> =>
  db.$count(offers, and(eq(offers.accountId, accountId), ne(offers.status, 'archived')));

export const countOffersWithName = (db: Database, accountId: number, name: string, exceptId: number) =>
  db.$count(
    offers,
    and(
      eq(offers.accountId, accountId),
      ne(offers.id, exceptId),
      ne(offers.status, 'archived'),
      sql`lower(${offers.name}) = lower(${name})`,
    ),
  );

/** The fallback of each offer that has one. */
export async function listFallbacks(db: Database, accountId: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; fallback: number }>(sql`
    select o.id::float8 as id, ${fallbackOf}::float8 as fallback from offers o
    where o.account_id = ${accountId} and ${fallbackOf} is not null`);
  return new Map(rows.map(({ id, fallback }) => [id, fallback]));
}

interface NewOffer {
  accountId: number;
  authorId: number;
  settings: OfferSettings;
}

export async function insertOffer(db: Database, { accountId, authorId, settings }: NewOffer): Promise<OfferRow> {
  const { name, status, tags } = settings;
  const [row] = await db
    .insert(offers)
    .values({
      accountId,
      name,
      status,
      tags,
      settings,
      createdById: authorId,
      linkDueAt: firstCheckAt(settings, new Date()),
    })
    .returning();
  if (!row) throw new Error('insert returned no row');
  await db.insert(offerVersions).values({ offerId: row.id, version: 1, settings, authorId });
  return row;
}

export async function updateOffer(
  db: Database,
  { id, version }: Pick<OfferRow, 'id' | 'version'>,
  settings: OfferSettings,
  authorId: number,
): Promise<OfferRow> {
  const { name, status, tags } = settings;
  const next = version + 1;
  const [row] = await db
    .update(offers)
    .set({
      ...{ name, status, tags, settings, version: next, linkDueAt: firstCheckAt(settings, new Date()) },
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(offers.id, id))
    .returning();
  if (!row) throw new Error('the offer is gone');
  await db.insert(offerVersions).values({ offerId: id, version: next, settings, authorId });
  return row;
}

export async function listOfferVersions(
  db: Database,
  offerId: number,
  page: { limit: number; offset: number; order: SortOrder },
) {
  const rows = await db
    .select({
      version: offerVersions.version,
      settings: offerVersions.settings,
      createdAt: offerVersions.createdAt,
      author: { id: users.id, name: users.name, email: users.email },
    })
    .from(offerVersions)
    .leftJoin(users, eq(users.id, offerVersions.authorId))
    .where(eq(offerVersions.offerId, offerId))
    .orderBy((page.order === 'asc' ? asc : desc)(offerVersions.version))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(normalize);
}

export async function findOfferVersion(db: Database, offerId: number, version: number): Promise<OfferSettings | null> {
  const [row] = await db
    .select({ settings: offerVersions.settings })
    .from(offerVersions)
    // Cast to bigint, because the requested number may exceed the column type.
    .where(and(eq(offerVersions.offerId, offerId), sql`${offerVersions.version} = ${version}::bigint`));
  return row ? normalize(row).settings : null;
}

/** Campaigns in reach that name an offer, then the offers whose fallback it is. */
export async function listUses(db: Database, reach: AccountScope, id: number): Promise<OfferUse[]> {
  const { rows } = await db.execute<Record<string, unknown> & OfferUse>(sql`
    select 'campaign' as kind, used.campaign_id::float8 as id, used.name, used.status
    from (${uses(reach.accountId)}) as used where used.target_id = ${id} and ${usesInReach(reach)}
    union all
    select 'offer', o.id::float8, o.name, o.status from offers o
    where o.account_id = ${reach.accountId} and ${fallbackOf} = ${id} and o.status <> 'archived'
    order by 1, 3, 2`);
  return rows;
}

/** Campaigns that can lead to an offer, also as a fallback. */
export async function listLeadingCampaigns(db: Database, accountId: number, id: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive upstream(id) as (
      select ${id}::bigint
      union select o.id from offers o join upstream l on ${fallbackOf} = l.id where o.account_id = ${accountId}
    )
    select distinct used.campaign_id::float8 as id from (${uses(accountId)}) as used
    where used.target_id in (select upstream.id from upstream)`);
  return rows.map((row) => row.id);
}
