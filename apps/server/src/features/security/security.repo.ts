import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { sessions } from '../../stores/tables/users.ts';

export type SessionRow = typeof sessions.$inferSelect;

const isOpenSessionOf = (userId: number) => and(eq(sessions.userId, userId), isNull(sessions.revokedAt));

/** Not revoked; expiry is checked by the caller. */
export const listOpenSessions = (db: Database, userId: number): Promise<SessionRow[]> =>
  db.select().from(sessions).where(isOpenSessionOf(userId)).orderBy(desc(sessions.lastSeenAt), desc(sessions.id));

export async function revokeSession(db: Database, userId: number, sessionId: number): Promise<SessionRow | null> {
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(isOpenSessionOf(userId), eq(sessions.id, sessionId)))
    .returning();
  return revoked[0] ?? null;
}

/** Returns the number of revoked sessions. */
export async function revokeOtherSessions(db: Database, userId: number, sessionId: number): Promise<number> {
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(isOpenSessionOf(userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return revoked.length;
}
