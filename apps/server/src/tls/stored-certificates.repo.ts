import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../stores/postgres.ts';
import { acmeChallenges, certificates } from '../stores/tables/certificates.ts';

/** What trackers need of an ordered certificate. */
export interface StoredCertificate {
  chain: string;
  keySealed: string;
  /** Changes with every renewal. */
  mark: string;
}

const mark = sql<string>`md5(${certificates.keySealed} || ${certificates.chain})`;
const isIssued = and(isNotNull(certificates.chain), isNotNull(certificates.keySealed));

export const listCertificateMarks = (db: Database): Promise<{ id: number; mark: string }[]> =>
  db.select({ id: certificates.id, mark }).from(certificates).where(isIssued);

/** The existing ones of these certificates. */
export const findCertificates = (
  db: Database,
  ids: readonly number[],
): Promise<(StoredCertificate & { id: number })[]> =>
  db
    .select({
      id: certificates.id,
      chain: sql<string>`${certificates.chain}`,
      keySealed: sql<string>`${certificates.keySealed}`,
      mark,
    })
    .from(certificates)
    .where(and(isIssued, inArray(certificates.id, [...ids])));

export type StoredChallenge = typeof acmeChallenges.$inferSelect;

export const listChallenges = (db: Database): Promise<StoredChallenge[]> => db.select().from(acmeChallenges);

export async function findKeyAuthorization(db: Database, host: string, token: string): Promise<string | null> {
  const [row] = await db
    .select({ keyAuthorization: acmeChallenges.keyAuthorization })
    .from(acmeChallenges)
    .where(and(eq(acmeChallenges.host, host), eq(acmeChallenges.token, token)));
  return row?.keyAuthorization ?? null;
}
