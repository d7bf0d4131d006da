import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { outgoingSecrets as secrets } from '../../../stores/tables/conversions.ts';

export type SecretRow = typeof secrets.$inferSelect;

export const listSecretRows = (db: Database, accountId: number): Promise<SecretRow[]> =>
  db.select().from(secrets).where(eq(secrets.accountId, accountId)).orderBy(asc(secrets.name));

export const findSecretRows = (db: Database, accountId: number, names: readonly string[]): Promise<SecretRow[]> =>
  db
    .select()
    .from(secrets)
    .where(and(eq(secrets.accountId, accountId), inArray(secrets.name, [...names])));

export async function upsertSecret(
  db: Database,
  secret: Pick<SecretRow, 'accountId' | 'name' | 'sealed'>,
): Promise<SecretRow> {
  const [row] = await db
    .insert(secrets)
    .values(secret)
    .onConflictDoUpdate({
      target: [secrets.accountId, secrets.name],
      set: { sealed: sql`excluded.sealed`, updatedAt: sql`now()` },
    })
    .returning();
  return row as SecretRow;
}

export async function removeSecret(db: Database, accountId: number, name: string): Promise<boolean> {
  const removed = await db
    .delete(secrets)
    .where(and(eq(secrets.accountId, accountId), eq(secrets.name, name)))
    .returning({ id: secrets.id });
  return removed.length > 0;
}
