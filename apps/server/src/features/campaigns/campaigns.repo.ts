import { CampaignSettings, type CampaignStatus } from '@poklik/contract/campaigns';
import type { SortOrder } from '@poklik/contract/paging';
import { withoutTargetUrls } from '@poklik/domain/routing/targets';
import { and, asc, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import { mapInTurns } from '../../http/streams/csv-stream.ts';
import { containsPattern } from '../../stores/contains-pattern.ts';
import type { Database } from '../../stores/postgres.ts';
import { prepared } from '../../stores/prepared.ts';
import { campaigns, campaignVersions } from '../../stores/tables/campaigns.ts';
import { users } from '../../stores/tables/users.ts';
import { resolveTargetUrls } from './target-uses.repo.ts';

export type CampaignRow = typeof campaigns.$inferSelect;

export interface CampaignFilter {
  search?: string | undefined;
  /** Codes of traffic sources whose name matches the search. */
  trafficSources?: readonly string[];
  status?: CampaignStatus | undefined;
  tag?: string | undefined;
}

const isNotDeleted = (accountId: number): SQL | undefined =>
  and(eq(campaigns.accountId, accountId), isNull(campaigns.deletedAt));

const isInScope = ({ accountId, campaignIds }: AccountScope): SQL | undefined =>
  and(isNotDeleted(accountId), campaignIds === null ? undefined : inArray(campaigns.id, [...campaignIds]));

const selectPaidByImpression = prepared('campaigns_paid_by_impression', (db) =>
  db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(eq(campaigns.accountId, sql.placeholder('accountId')), sql`${campaigns.settings} ->> 'cost_model' = 'cpm'`),
    )
    .orderBy(asc(campaigns.id)),
);

/** Includes deleted campaigns, because reports include them. */
export const listPaidByImpression = async (db: Database, accountId: number): Promise<number[]> =>
  (await selectPaidByImpression(db, { accountId })).map(({ id }) => id);

const settingId = (name: 'domain_id' | 'spare_domain_id') =>
  sql<number | null>`(${campaigns.settings} ->> ${name})::bigint`;

/** Campaigns whose links are on this domain, or would be after switching to the spare domain. */
export const listCampaignsOnDomain = (db: Database, accountId: number, domainId: number) =>
  db
    .select({
      id: campaigns.id,
      name: campaigns.name,
      status: campaigns.status,
      domainId: settingId('domain_id').mapWith(Number),
      spareDomainId: settingId('spare_domain_id').mapWith(Number),
    })
    .from(campaigns)
    .where(
      and(
        isNotDeleted(accountId),
        or(sql`${settingId('domain_id')} = ${domainId}`, sql`${settingId('spare_domain_id')} = ${domainId}`),
      ),
    )
    .orderBy(asc(campaigns.id));

/** jsonb does not keep the key order, but comparing settings needs the order of the contract. URLs of offers are added. */
const readSettings = async <Row extends { settings: CampaignSettings }>(
  db: Database,
  rows: readonly Row[],
): Promise<Row[]> =>
  resolveTargetUrls(db, await mapInTurns(rows, (row) => ({ ...row, settings: CampaignSettings.parse(row.settings) })));

const hasTag = (condition: (tag: SQL) => SQL): SQL =>
  sql`exists (select 1 from unnest(${campaigns.tags}) as tag where ${condition(sql`tag`)})`;

function matchesFilter({ search, trafficSources = [], status, tag }: CampaignFilter): SQL | undefined {
  const pattern = containsPattern(search ?? '');
  const source = sql<string>`${campaigns.settings} ->> 'traffic_source'`;
  return and(
    status === undefined ? ne(campaigns.status, 'archived') : eq(campaigns.status, status),
    tag === undefined ? undefined : hasTag((own) => sql`lower(${own}) = lower(${tag})`),
    search
      ? or(
          sql`${campaigns.name} ilike ${pattern}`,
          sql`${campaigns.id}::text = ${search}`,
          sql`${campaigns.key} ilike ${pattern}`,
          sql`${source} ilike ${pattern}`,
          inArray(source, [...trafficSources]),
          hasTag((own) => sql`${own} ilike ${pattern}`),
        )
      : undefined,
  );
}

export const countCampaigns = (db: Database, reach: AccountScope, filter: CampaignFilter): Promise<number> =>
  db.$count(campaigns, and(isInScope(reach), matchesFilter(filter)));

export const listCampaignHeads = (db: Database, reach: AccountScope, filter: CampaignFilter) =>
  db
    .select({ id: campaigns.id, name: campaigns.name, status: campaigns.status, createdAt: campaigns.createdAt })
    .from(campaigns)
    .where(and(isInScope(reach), matchesFilter(filter)));

/** Returns rows in the order of `ids`. */
export async function listCampaigns(db: Database, reach: AccountScope, ids: readonly number[]): Promise<CampaignRow[]> {
  const rows = await db
    .select()
    .from(campaigns)
    .where(and(isInScope(reach), inArray(campaigns.id, [...ids])));
  const places = new Map(ids.map((id, index) => [id, index]));
  const read = await readSettings(db, rows);
  return read.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

export const findCampaign = async (db: Database, reach: AccountScope, id: number): Promise<CampaignRow | null> =>
  (await listCampaigns(db, reach, [id]))[0] ?? null;

/** Archived campaigns do not count towards the plan limit. */
export const countUnarchived = (db: Database, accountId: number): Promise<number> =>
  db.$count(campaigns, and(isNotDeleted(accountId), ne(campaigns.status, 'archived')));

export const listCampaignNames = async (db: Database, accountId: number): Promise<string[]> =>
  (await db.select({ name: campaigns.name }).from(campaigns).where(isNotDeleted(accountId))).map(({ name }) => name);

export const countCampaignsWithName = (
  db: Database,
  accountId: number,
  name: string,
  exceptId: number,
): Promise<number> =>
  db.$count(
    campaigns,
    and(isNotDeleted(accountId), ne(campaigns.id, exceptId), sql`lower(${campaigns.name}) = lower(${name})`),
  );

export const listTags = async (db: Database, reach: AccountScope): Promise<string[]> => {
  const { rows } = await db.execute<{ tag: string }>(
    sql`select distinct on (lower(tag)) tag from ${campaigns}, unnest(${campaigns.tags}) as tag
      where ${isInScope(reach)} order by lower(tag), tag`,
  );
  return rows.map(({ tag }) => tag);
};

interface NewCampaign {
  key: string;
  postbackKey: string;
  settings: CampaignSettings;
  authorId: number;
}

/** Returns null when the key is taken. */
export async function insertCampaign(db: Database, accountId: number, created: NewCampaign): Promise<number | null> {
  const { authorId, settings: chosen, ...keys } = created;
  const settings = withoutTargetUrls(chosen);
  const { name, status, tags } = settings;
  const [row] = await db
    .insert(campaigns)
    .values({ ...keys, accountId, name, status, tags, settings, createdById: authorId })
    .onConflictDoNothing({ target: campaigns.key })
    .returning({ id: campaigns.id });
  if (!row) return null;
  await db.insert(campaignVersions).values({ campaignId: row.id, version: 1, settings, authorId });
  return row.id;
}

/** Many at once; their names must be free. Returns their IDs. */
export async function insertCampaigns(
  db: Database,
  { accountId, authorId }: { accountId: number; authorId: number },
  created: readonly Pick<NewCampaign, 'key' | 'postbackKey' | 'settings'>[],
): Promise<number[]> {
  const records = created.map(({ settings, ...keys }) => ({ ...keys, settings: withoutTargetUrls(settings) }));
  const { rows } = await db.execute<{ id: number }>(sql`
    with made as (
      insert into campaigns (account_id, key, postback_key, name, status, tags, settings, created_by_id)
      select ${accountId}::bigint, given.key, given."postbackKey", given.settings ->> 'name', given.settings ->> 'status',
        array(select jsonb_array_elements_text(given.settings -> 'tags')), given.settings, ${authorId}::bigint
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as given(key text, "postbackKey" text, settings jsonb)
      returning id, settings
    )
    insert into campaign_versions (campaign_id, version, settings, author_id)
    select id, 1, settings, ${authorId}::bigint from made returning campaign_id::float8 as id`);
  return rows.map(({ id }) => id);
}

const toRecords = (saves: readonly { id: number; settings: CampaignSettings }[]) =>
  saves.map(({ id, settings }) => ({ id, settings: withoutTargetUrls(settings) }));

export const updateCampaignSettings = (
  db: Database,
  accountId: number,
  saves: readonly { id: number; settings: CampaignSettings }[],
  authorId: number,
) =>
  db.execute(sql`
    with changed as (
      update campaigns set
        settings = saved.settings,
        name = saved.settings ->> 'name',
        status = saved.settings ->> 'status',
        tags = array(select jsonb_array_elements_text(saved.settings -> 'tags')),
        version = campaigns.version + 1,
        updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(toRecords(saves))}::jsonb) as saved(id bigint, settings jsonb)
      where campaigns.id = saved.id and campaigns.account_id = ${accountId}
      returning campaigns.id, campaigns.version, campaigns.settings
    )
    insert into campaign_versions (campaign_id, version, settings, author_id)
    select id, version, settings, ${authorId}::bigint from changed`);

export const removeCampaigns = (db: Database, accountId: number, ids: readonly number[]) =>
  db
    .update(campaigns)
    .set({ deletedAt: sql`now()` })
    .where(and(isNotDeleted(accountId), inArray(campaigns.id, [...ids])));

const isVersionInScope = (reach: AccountScope, id: number): SQL | undefined =>
  and(eq(campaignVersions.campaignId, id), isInScope(reach));

export async function listVersions(
  db: Database,
  reach: AccountScope,
  id: number,
  page: { limit: number; offset: number; order: SortOrder },
) {
  const rows = await db
    .select({
      version: campaignVersions.version,
      settings: campaignVersions.settings,
      createdAt: campaignVersions.createdAt,
      author: { id: users.id, name: users.name, email: users.email },
    })
    .from(campaignVersions)
    .innerJoin(campaigns, eq(campaigns.id, campaignVersions.campaignId))
    .leftJoin(users, eq(users.id, campaignVersions.authorId))
    .where(isVersionInScope(reach, id))
    .orderBy((page.order === 'asc' ? asc : desc)(campaignVersions.version))
    .limit(page.limit)
    .offset(page.offset);
  return readSettings(db, rows);
}

export async function countVersions(db: Database, reach: AccountScope, id: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(campaignVersions)
    .innerJoin(campaigns, eq(campaigns.id, campaignVersions.campaignId))
    .where(isVersionInScope(reach, id));
  return row?.count ?? 0;
}

export async function findVersionSettings(
  db: Database,
  reach: AccountScope,
  id: number,
  version: number,
): Promise<CampaignSettings | null> {
  const [row] = await db
    .select({ settings: campaignVersions.settings })
    .from(campaignVersions)
    .innerJoin(campaigns, eq(campaigns.id, campaignVersions.campaignId))
    // Cast to bigint, because the requested number may exceed the column type.
    .where(and(isVersionInScope(reach, id), sql`${campaignVersions.version} = ${version}::bigint`));
  return row ? ((await readSettings(db, [row]))[0]?.settings ?? null) : null;
}

export const listPurgeableCampaigns = (db: Database, days: number) =>
  db
    .select({ id: campaigns.id, accountId: campaigns.accountId })
    .from(campaigns)
    .where(lt(campaigns.deletedAt, sql`now() - make_interval(days => ${days})`));

/** Versions and black list entries of the campaign are removed by cascade. */
export const purgeCampaign = (db: Database, accountId: number, id: number) =>
  db.delete(campaigns).where(and(eq(campaigns.accountId, accountId), eq(campaigns.id, id)));
