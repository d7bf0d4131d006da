import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { analyticsDatabases } from '../../stores/tables/statistics.ts';

export async function findCurrentDatabase(db: Database) {
  const [row] = await db.select().from(analyticsDatabases).orderBy(desc(analyticsDatabases.turn)).limit(1);
  return row;
}

/** From now on it is this one; it may be one that was there before. */
export const registerDatabase = (db: Database, id: string) =>
  db.execute(sql`
    insert into analytics_databases (id) values (${id})
    on conflict (id) do update set registered_at = now(),
      turn = nextval(pg_get_serial_sequence('analytics_databases', 'turn'))`);

export const setFirstClick = (db: Database, id: string, firstClickAt: Date) =>
  db.update(analyticsDatabases).set({ firstClickAt }).where(eq(analyticsDatabases.id, id));

/**
 * From when on clicks are complete, if an analytics database was lost that had older ones; null when nothing is missing.
 * Of an account that came later nothing is.
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

/** When the oldest change of a conversion happened that the analytics database does not have; null when it has all. */
export async function findFirstUnsynced(db: Database): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select (extract(epoch from min(at)) * 1000)::bigint as at from conversion_changes where fed_at is null`,
  );
  return rows[0]?.at ? new Date(Number(rows[0].at)) : null;
}
