import { CampaignSettings } from '@poklik/contract/campaigns';
import type { SortOrder } from '@poklik/contract/paging';
import { and, asc, desc, eq, gte, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { AccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { conversions, outgoingPostbacks } from '../../stores/tables/conversions.ts';
import { connections } from '../../stores/tables/traffic-sources.ts';

export type ConnectionRow = typeof connections.$inferSelect;
export type NewConnection = typeof connections.$inferInsert;
export type SentConversion = typeof conversions.$inferSelect;

/** Serializes changes of an account's connections until the transaction ends. */
export const lockConnections = (tx: Database, accountId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`connections ${accountId}`}, 0))`);

const matches = (accountId: number, search: string | undefined): SQL | undefined =>
  and(
    eq(connections.accountId, accountId),
    search ? sql`strpos(lower(${connections.name}), lower(${search})) > 0` : undefined,
  );

interface ListOptions {
  search: string | undefined;
  sort: 'name' | 'created_at';
  order: SortOrder;
  limit: number;
  offset: number;
}

export function listConnections(db: Database, accountId: number, { search, sort, order, limit, offset }: ListOptions) {
  const direction = order === 'asc' ? asc : desc;
  return db
    .select()
    .from(connections)
    .where(matches(accountId, search))
    .orderBy(
      direction(sort === 'name' ? sql`lower(${connections.name})` : connections.createdAt),
      direction(connections.id),
    )
    .limit(limit)
    .offset(offset);
}

export const countConnections = (db: Database, accountId: number, search?: string): Promise<number> =>
  db.$count(connections, matches(accountId, search));

export async function findConnection(db: Database, accountId: number, id: number): Promise<ConnectionRow | null> {
  const [row] = await listConnectionsById(db, accountId, [id]);
  return row ?? null;
}

/** In the order of their IDs. */
export const listConnectionsById = (
  db: Database,
  accountId: number,
  ids: readonly number[],
): Promise<ConnectionRow[]> =>
  db
    .select()
    .from(connections)
    .where(and(eq(connections.accountId, accountId), inArray(connections.id, [...ids])))
    .orderBy(connections.id);

export const listConnectionOptions = (db: Database, accountId: number) =>
  db
    .select({ id: connections.id, name: connections.name, platform: connections.platform })
    .from(connections)
    .where(eq(connections.accountId, accountId))
    .orderBy(sql`lower(${connections.name})`);

export const countConnectionsWithName = (db: Database, accountId: number, name: string, exceptId: number) =>
  db.$count(
    connections,
    and(
      eq(connections.accountId, accountId),
      ne(connections.id, exceptId),
      sql`lower(${connections.name}) = lower(${name})`,
    ),
  );

export async function insertConnection(db: Database, connection: NewConnection): Promise<ConnectionRow> {
  const [row] = await db.insert(connections).values(connection).returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

export async function updateConnection(
  db: Database,
  id: number,
  change: Partial<NewConnection>,
): Promise<ConnectionRow> {
  const [row] = await db
    .update(connections)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(eq(connections.id, id))
    .returning();
  if (!row) throw new Error('the connection is gone');
  return row;
}

/** Campaigns don't name it afterwards, and what waits for it is not sent. */
export async function removeConnection(tx: Database, accountId: number, id: number): Promise<void> {
  await tx.execute(sql`
    update campaigns set settings = jsonb_set(settings, '{connection_ids}', (
      select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(settings -> 'connection_ids') as e where e <> to_jsonb(${id}::bigint)))
    where account_id = ${accountId} and settings -> 'connection_ids' @> to_jsonb(${id}::bigint)`);
  await tx.execute(sql`
    update outgoing_postbacks set state = 'skipped', reason = 'inactive'
    where account_id = ${accountId} and state = 'waiting' and connection_id = ${id}`);
  await tx.delete(connections).where(eq(connections.id, id));
}

/** The request that the platform at this address took last, about a conversion. */
export async function findLastSent(
  db: Database,
  { id: conversionId, connectionId }: Pick<SentConversion, 'id'> & { connectionId: number },
  base: string,
): Promise<{ body: string } | null> {
  const [row] = await db
    .select({ body: outgoingPostbacks.body })
    .from(outgoingPostbacks)
    .where(
      and(
        eq(outgoingPostbacks.conversionId, conversionId),
        eq(outgoingPostbacks.connectionId, connectionId),
        eq(outgoingPostbacks.state, 'sent'),
        sql`starts_with(${outgoingPostbacks.url}, ${base})`,
      ),
    )
    .orderBy(desc(outgoingPostbacks.id))
    .limit(1);
  return row ?? null;
}

/** Keeps a refresh token that replaces another, unless the credentials were changed meanwhile. */
export const replaceRefreshToken = (db: Database, id: number, { old, sealed }: { old: string; sealed: string }) =>
  db.execute(sql`
    update connections set credentials = credentials || jsonb_build_object('refresh_token', ${sealed}::text)
    where id = ${id} and credentials ->> 'refresh_token' = ${old}`);

/** Campaigns per connection that they send to. */
export async function countCampaignsByConnection(db: Database, accountId: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select e::text as id, count(*)::int as count from campaigns, jsonb_array_elements(settings -> 'connection_ids') as e
    where account_id = ${accountId} and deleted_at is null group by 1`);
  return new Map(rows.map(({ id, count }) => [Number(id), count]));
}

/** Of any account: what opens the file is checked by the caller. */
export async function findConnectionOfFile(db: Database, id: number): Promise<ConnectionRow | null> {
  const [row] = await db
    .select()
    .from(connections)
    .where(and(eq(connections.id, id), eq(connections.platform, 'google_file')));
  return row ?? null;
}

/** A conversion with what its campaign says about consent. */
export interface ConversionToSend {
  conversion: SentConversion;
  isConsentRequired: boolean;
}

interface FileOptions {
  changedSince: Date;
  clickedSince: Date;
  limit: number;
}

/** Conversions that a connection takes, by the time of the click, after a conversion. */
export async function listConversionsForFile(
  db: Database,
  { id, accountId, statuses, events }: ConnectionRow,
  { changedSince, clickedSince, limit }: FileOptions,
  after: Pick<SentConversion, 'clickAt' | 'id'> | null,
): Promise<ConversionToSend[]> {
  const types = events.map(({ type }) => type);
  const rows = await db
    .select({ conversion: conversions, settings: campaigns.settings })
    .from(conversions)
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaignId))
    .where(
      and(
        eq(conversions.accountId, accountId),
        gte(conversions.clickAt, clickedSince),
        gte(conversions.updatedAt, changedSince),
        after ? sql`(${conversions.clickAt}, ${conversions.id}) > (${after.clickAt}, ${after.id})` : undefined,
        inArray(conversions.type, types),
        inArray(conversions.status, statuses),
        sql`${campaigns.settings} -> 'connection_ids' @> to_jsonb(${id}::bigint)`,
      ),
    )
    .orderBy(conversions.clickAt, conversions.id)
    .limit(limit);
  return rows.map(toSend);
}

const toSend = ({ conversion, settings }: { conversion: SentConversion; settings: unknown }): ConversionToSend => ({
  conversion,
  isConsentRequired: CampaignSettings.parse(settings).consent_required,
});

export async function findSentConversion(
  db: Database,
  { accountId, campaignIds }: AccountScope,
  id: string,
): Promise<ConversionToSend | null> {
  const [row] = await db
    .select({ conversion: conversions, settings: campaigns.settings })
    .from(conversions)
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaignId))
    .where(
      and(
        eq(conversions.id, id),
        eq(conversions.accountId, accountId),
        campaignIds === null ? undefined : inArray(conversions.campaignId, [...campaignIds]),
      ),
    );
  return row ? toSend(row) : null;
}
