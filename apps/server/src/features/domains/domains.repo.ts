import type { DomainSettings, DomainStatus } from '@poklik/contract/domains';
import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { trackingDomains } from '../../stores/tables/domains.ts';

export type DomainRow = typeof trackingDomains.$inferSelect;
export type DomainChange = Partial<typeof trackingDomains.$inferInsert>;

/** Tells trackers which domain to reload. */
const DOMAINS_CHANNEL = 'domains_changed';

const SERVING: readonly DomainStatus[] = ['active', 'failing', 'suspended'];

const isKept = isNull(trackingDomains.removedAt);
const isOfAccount = (accountId: number): SQL | undefined => and(isKept, eq(trackingDomains.accountId, accountId));

export const notifyTrackers = (tx: Database, id: number) =>
  tx.execute(sql`select pg_notify(${DOMAINS_CHANNEL}, ${String(id)})`);

/** Serializes changes of the account that serves a host until the transaction ends. */
export const lockHost = (tx: Database, host: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tracking domain ${host}`}, 0))`);

export const listDomains = (db: Database, accountId: number): Promise<DomainRow[]> =>
  db
    .select()
    .from(trackingDomains)
    .where(isOfAccount(accountId))
    .orderBy(sql`${trackingDomains.kind} = 'own'`, asc(trackingDomains.id));

export const listDomainsById = (db: Database, accountId: number, ids: readonly number[]): Promise<DomainRow[]> =>
  db
    .select()
    .from(trackingDomains)
    .where(and(isOfAccount(accountId), inArray(trackingDomains.id, [...ids])));

/** Of any account if `accountId` is null. */
export async function findDomain(db: Database, accountId: number | null, id: number): Promise<DomainRow | null> {
  const reach = accountId === null ? isKept : isOfAccount(accountId);
  const [row] = await db
    .select()
    .from(trackingDomains)
    .where(and(reach, eq(trackingDomains.id, id)));
  return row ?? null;
}

export async function isHostAdded(db: Database, accountId: number, host: string): Promise<boolean> {
  return (await db.$count(trackingDomains, and(isOfAccount(accountId), eq(trackingDomains.host, host)))) > 0;
}

export const countOwnDomains = (db: Database, accountId: number): Promise<number> =>
  db.$count(trackingDomains, and(isOfAccount(accountId), eq(trackingDomains.kind, 'own')));

/** The domain that serves a host, of any account. */
export async function findServingDomain(db: Database, host: string): Promise<DomainRow | null> {
  const [row] = await db
    .select()
    .from(trackingDomains)
    .where(and(isKept, eq(trackingDomains.host, host), inArray(trackingDomains.status, [...SERVING])));
  return row ?? null;
}

/** The other domains of a host that wait for their verification. */
export const listWaitingDomains = (db: Database, host: string, exceptId: number): Promise<DomainRow[]> =>
  db
    .select()
    .from(trackingDomains)
    .where(
      and(
        isKept,
        eq(trackingDomains.host, host),
        ne(trackingDomains.id, exceptId),
        eq(trackingDomains.status, 'pending'),
      ),
    );

type NewDomain = Pick<DomainRow, 'accountId' | 'host' | 'kind' | 'status' | 'ownershipValue'> & DomainChange;

export async function insertDomain(db: Database, domain: NewDomain): Promise<DomainRow> {
  const [row] = await db.insert(trackingDomains).values(domain).returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

/** The default domain unless the account has another. Returns null if it exists already. */
export async function insertGivenDomain(
  db: Database,
  given: Pick<DomainRow, 'accountId' | 'host' | 'ownershipValue'>,
): Promise<number | null> {
  const hasDefault = sql<boolean>`exists (select 1 from tracking_domains other
    where other.account_id = ${given.accountId} and other.removed_at is null and other.is_default)`;
  const [row] = await db
    .insert(trackingDomains)
    .values({ ...given, kind: 'given', status: 'active', isDefault: sql`not ${hasDefault}`, verifiedAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: trackingDomains.id });
  return row?.id ?? null;
}

export const updateDomain = (db: Database, id: number, change: DomainChange) =>
  db.update(trackingDomains).set(change).where(eq(trackingDomains.id, id));

export const clearDefault = (db: Database, accountId: number) =>
  db
    .update(trackingDomains)
    .set({ isDefault: false })
    .where(and(isOfAccount(accountId), eq(trackingDomains.isDefault, true)));

export const toColumns = (settings: Omit<DomainSettings, 'is_default'>): DomainChange => ({
  ...(settings.root_mode === undefined ? {} : { rootMode: settings.root_mode }),
  ...(settings.root_text === undefined ? {} : { rootText: settings.root_text }),
  ...(settings.root_url === undefined ? {} : { rootUrl: settings.root_url }),
  ...(settings.not_found_url === undefined ? {} : { notFoundUrl: settings.not_found_url }),
});

/** Returns the removed domains. */
export const removeAllDomains = async (tx: Database, accountId: number): Promise<number[]> =>
  (
    await tx
      .update(trackingDomains)
      .set({ removedAt: sql`now()`, isDefault: false, nextCheckAt: null })
      .where(isOfAccount(accountId))
      .returning({ id: trackingDomains.id })
  ).map(({ id }) => id);

/** Campaigns per domain that use it, as their domain or spare domain. */
export async function countCampaignsByDomain(
  db: Database,
  accountIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select used.id, count(distinct campaigns.id)::int as count
    from campaigns
    cross join lateral (values (settings ->> 'domain_id'), (settings ->> 'spare_domain_id')) as used(id)
    where account_id = any(${`{${accountIds.join(',')}}`}::bigint[]) and deleted_at is null and used.id is not null
    group by used.id`);
  return new Map(rows.map(({ id, count }) => [Number(id), count]));
}

/** Claims domains whose check is due. An unfinished check is repeated after the lease. */
export async function claimDueDomains(db: Database, limit: number, leaseSeconds: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update tracking_domains set next_check_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from tracking_domains
      where removed_at is null and next_check_at <= now()
      order by next_check_at limit ${limit} for update skip locked)
    returning id`);
  return rows.map(({ id }) => Number(id));
}
