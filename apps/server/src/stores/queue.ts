import { sql } from 'drizzle-orm';
import { runMigrations } from 'graphile-worker';
import type { Database } from './postgres.ts';

/** Adds a job that runs once the transaction commits, or at a later time, and is retried if it fails. */
export async function enqueue(db: Database, task: string, payload: object, at: Date | null = null): Promise<void> {
  await db.execute(
    sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => 12, run_at => ${at?.toISOString() ?? null}::timestamptz)`,
  );
}

/** The queue has its own schema and migrations. */
export const migrateQueue = (url: string): Promise<void> => runMigrations({ connectionString: url });
