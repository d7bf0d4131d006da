import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { analyticsDatabases } from '../../stores/tables/statistics.ts';

export async function findCurrentDatabase(db: Database) {
  const [row] = await db.select().from(analyticsDatabases).orderBy(desc(analyticsDatabases.turn)).limit(1);
  return row;
}

/** Makes it the current database; it may have been registered before. */
export const registerDatabase = (db: Database, id: string) =>
  db.execute(sql`
    insert into analytics_databases (id) values (${id})
    on conflict (id) do update set registered_at = now(),
      turn = nextval(pg_get_serial_sequence('analytics_databases', 'turn'))`);

export const setFirstClick = (db: Database, id: string, firstClickAt: Date) =>
  db.update(analyticsDatabases).set({ firstClickAt }).where(eq(analyticsDatabases.id, id));

/**
 * When clicks are complete from, if an analytics database with older clicks was lost; null when nothing is missing.
 * Accounts created after that moment miss nothing.
 */
export async function findCompleteFrom(db: Database, accountId?: number): Promise<Date | null> {
  const { rows } = await db.execute<{ complete_from: string | null }>(sql`
    with current as (select * from analytics_databases order by turn desc limit 1),
    kept as (select id, least(first_click_at, registered_at) as since from current)
    select (extract(epoch from since) * 1000)::bigint as complete_from from kept
    where since > (select min(first_click_at) from analytics_databases other where other.id <> kept.id)
      and ${accountId === undefined ? sql`true` : sql`since > (select created_at from accounts where id = ${accountId})`}`);
  const [row] = rows;
  return row?.complete_from ? new Date(Number(row.complete_from)) : null;
}

/** Time of the oldest conversion change that is not synced to ClickHouse; null when all are. */
export async function findFirstUnsynced(db: Database): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select (extract(epoch from min(at)) * 1000)::bigint as at from conversion_changes where fed_at is null`,
  );
  return rows[0]?.at ? new Date(Number(rows[0].at)) : null;
}
