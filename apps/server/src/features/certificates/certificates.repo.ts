import { and, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { acmeAccounts, acmeChallenges, acmeOrders, certificates } from '../../stores/tables/certificates.ts';
import { trackingDomains } from '../../stores/tables/domains.ts';

export type CertificateRow = typeof certificates.$inferSelect;
type CertificateChange = Partial<typeof certificates.$inferInsert>;

/** Trackers listen on these. The payload of the first is the ID of a certificate. */
export const CERTIFICATES_CHANNEL = 'certificates_changed';
export const CHALLENGES_CHANNEL = 'acme_challenges_changed';

export const notifyTrackers = (tx: Database, channel: string, payload: string) =>
  tx.execute(sql`select pg_notify(${channel}, ${payload})`);

export async function findCertificate(db: Database, host: string): Promise<CertificateRow | null> {
  const [row] = await db.select().from(certificates).where(eq(certificates.host, host));
  return row ?? null;
}

/** Creates the row of a host, and keeps other workers from ordering until `nextTryAt`. */
export async function claimCertificate(db: Database, host: string, nextTryAt: Date): Promise<CertificateRow> {
  const [row] = await db
    .insert(certificates)
    .values({ host, nextTryAt })
    .onConflictDoUpdate({ target: certificates.host, set: { nextTryAt } })
    .returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

export const updateCertificate = (db: Database, id: number, change: CertificateChange) =>
  db.update(certificates).set(change).where(eq(certificates.id, id));

/** Removes certificates of other hosts than these and tracking domains. Returns the removed ones. */
export const removeCertificatesExcept = async (
  db: Database,
  hosts: readonly string[],
  withGivenHosts: boolean,
): Promise<number[]> =>
  (
    await db
      .delete(certificates)
      .where(
        and(
          sql`${certificates.host} <> all(${sql.param([...hosts])})`,
          sql`not exists (select 1 from ${trackingDomains}
            where ${trackingDomains.host} = ${certificates.host} and ${trackingDomains.removedAt} is null
              and ${trackingDomains.status} <> 'taken' and (${withGivenHosts} or ${trackingDomains.kind} = 'own'))`,
        ),
      )
      .returning({ id: certificates.id })
  ).map(({ id }) => id);

/** Certificates that may be a reason for an alarm; the rule decides. */
export const listUnhealthy = (db: Database, now: Date): Promise<CertificateRow[]> =>
  db
    .select()
    .from(certificates)
    .where(
      or(
        gt(certificates.failures, 0),
        // A little more than the last fifth of the lifetime.
        sql`${certificates.notAfter} - ${now.toISOString()}::timestamptz
          < (${certificates.notAfter} - ${certificates.notBefore}) * 0.25`,
      ),
    );

/** Working certificates whose authority was not asked about their renewal since `before`. */
export const listUnasked = (db: Database, source: string, before: Date, limit: number): Promise<CertificateRow[]> =>
  db
    .select()
    .from(certificates)
    .where(
      and(
        isNotNull(certificates.chain),
        eq(certificates.source, source),
        eq(certificates.failures, 0),
        or(isNull(certificates.renewalAskedAt), lt(certificates.renewalAskedAt, before)),
      ),
    )
    .limit(limit);

/** Has the domain checked again soon, so that its owner sees what became of the order. */
export const scheduleDomainCheck = (db: Database, host: string, at: Date) =>
  db
    .update(trackingDomains)
    .set({ nextCheckAt: at })
    .where(
      and(
        eq(trackingDomains.host, host),
        eq(trackingDomains.kind, 'own'),
        isNull(trackingDomains.removedAt),
        isNotNull(trackingDomains.nextCheckAt),
      ),
    );

type NewChallenge = typeof acmeChallenges.$inferInsert;

export async function insertChallenge(db: Database, challenge: NewChallenge): Promise<number> {
  const [row] = await db.insert(acmeChallenges).values(challenge).returning({ id: acmeChallenges.id });
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

export const removeChallenge = (db: Database, id: number) => db.delete(acmeChallenges).where(eq(acmeChallenges.id, id));

/** Left behind by a worker that was killed. */
export const removeOldChallenges = (db: Database, before: Date) =>
  db.delete(acmeChallenges).where(lt(acmeChallenges.createdAt, before));

/** Stores the key unless there is one; returns the stored one. */
export async function shareAccountKey(db: Database, directory: string, keySealed: string): Promise<string> {
  await db.insert(acmeAccounts).values({ directory, keySealed }).onConflictDoNothing();
  const [row] = await db.select().from(acmeAccounts).where(eq(acmeAccounts.directory, directory));
  if (!row) throw new Error('the account key was not stored');
  return row.keySealed;
}

export async function findAccountKey(db: Database, directory: string): Promise<string | null> {
  const [row] = await db.select().from(acmeAccounts).where(eq(acmeAccounts.directory, directory));
  return row?.keySealed ?? null;
}

type NewOrder = Pick<typeof acmeOrders.$inferInsert, 'host' | 'registeredDomain' | 'isRenewal' | 'createdAt'>;

export async function insertOrder(db: Database, order: NewOrder): Promise<number> {
  const [row] = await db.insert(acmeOrders).values(order).returning({ id: acmeOrders.id });
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

export const setOrderResult = (db: Database, id: number, result: 'issued' | 'failed') =>
  db.update(acmeOrders).set({ result }).where(eq(acmeOrders.id, id));

export const countOrdersSince = (db: Database, since: Date, registeredDomain?: string): Promise<number> =>
  db.$count(
    acmeOrders,
    and(
      gt(acmeOrders.createdAt, since),
      registeredDomain === undefined ? undefined : eq(acmeOrders.registeredDomain, registeredDomain),
    ),
  );

export const removeOldOrders = (db: Database, before: Date) =>
  db.delete(acmeOrders).where(lte(acmeOrders.createdAt, before));
