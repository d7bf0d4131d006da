import { sql } from 'drizzle-orm';
import type { Database } from '../postgres.ts';

/** One writer at a time, because evaluation depends on the existing conversions. The lock ends with the transaction. */
export const lockConversions = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('conversions'))`);
