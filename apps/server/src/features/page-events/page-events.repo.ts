import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

/** One process counts at a time; whether this one does. The lock ends with the transaction. */
export async function tryLockEvents(tx: Database): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('page events')) as locked`,
  );
  return rows[0]?.locked === true;
}
