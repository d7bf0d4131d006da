import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

/** Trackers tell each other which requests of servers they made clicks for. */
export const MADE_VISITS_CHANNEL = 'visits_made';

export const tellMadeVisits = (db: Database, payloads: readonly string[]): Promise<unknown> =>
  db.execute(
    sql`select pg_notify(${MADE_VISITS_CHANNEL}, payload) from json_array_elements_text(${JSON.stringify(payloads)}::json) as payload`,
  );
