import type { Database } from '@poklik/server/stores/postgres';
import { retryTransaction } from '@poklik/server/stores/retry-transaction';
import { sql } from 'drizzle-orm';

/** Sets the clock of the database. */
export type SetClock = (at: Date) => Promise<unknown>;

/** Default expressions that date a row, and their settable replacements. */
const SET_BY_HAND: Record<string, string> = {
  'now()': 'demo_clock.now()',
  CURRENT_DATE: "(demo_clock.now() at time zone 'UTC')::date",
};

/**
 * A transaction with a settable database clock: everything runs through the usual services and constraints, only
 * earlier. The clock is reset when the transaction ends, however it ends.
 */
export const withSettableClock = (
  db: Database,
  work: (tx: Database, setClock: SetClock) => Promise<void>,
): Promise<void> =>
  retryTransaction(db, async (tx) => {
    const setClock: SetClock = (at) => tx.execute(sql`select set_config('demo_clock.now', ${at.toISOString()}, true)`);
    await tx.execute(sql`create schema demo_clock`);
    await tx.execute(sql`create function demo_clock.now() returns timestamptz language sql stable
      as 'select current_setting(''demo_clock.now'')::timestamptz'`);
    await setClock(new Date());
    const dated = await datedColumns(tx);
    for (const column of dated) await setDefault(tx, column, SET_BY_HAND[column.usual] ?? column.usual);
    await tx.execute(sql`set local search_path = demo_clock, pg_catalog, public`);
    await work(tx, setClock);
    // Deferred constraints would block the changes to their tables.
    await tx.execute(sql`set constraints all immediate`);
    await tx.execute(sql`set local search_path to default`);
    for (const column of dated) await setDefault(tx, column, column.usual);
    await tx.execute(sql`drop schema demo_clock cascade`);
  });

interface DatedColumn extends Record<string, unknown> {
  table: string;
  column: string;
  usual: string;
}

async function datedColumns(tx: Database): Promise<DatedColumn[]> {
  const { rows } = await tx.execute<DatedColumn>(sql`
    select quote_ident(c.relname) as table, quote_ident(a.attname) as column, pg_get_expr(d.adbin, d.adrelid) as usual
    from pg_attrdef d join pg_class c on c.oid = d.adrelid
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where c.relnamespace = 'public'::regnamespace order by 1, 2`);
  return rows.filter(({ usual }) => usual in SET_BY_HAND);
}

const setDefault = (tx: Database, { table, column }: DatedColumn, expression: string) =>
  tx.execute(sql.raw(`alter table public.${table} alter column ${column} set default ${expression}`));
