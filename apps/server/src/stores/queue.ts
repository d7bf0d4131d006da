import { sql } from 'drizzle-orm';
import { runMigrations } from 'graphile-worker';
import type { Database } from './postgres.ts';

/** Work that is done soon, again if it fails, and exactly when the transaction that asked for it commits. */
export async function enqueue(db: Database, task: string, payload: object): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => 12)`);
}

/** The queue keeps its own tables in its own schema, and its own count of their versions. */
export const migrateQueue = (url: string): Promise<void> => runMigrations({ connectionString: url });
