import type { Database } from './postgres.ts';

interface Statement {
  execute(values?: Record<string, unknown>): Promise<unknown>;
}

/**
 * A statement that is asked with every request or screen: it is put together once, and planned once for each connection.
 * `make` leaves `sql.placeholder` where the values go; `name` is its own in the whole program.
 */
export function prepared<S extends Statement>(
  name: string,
  make: (db: Database) => { prepare(name: string): S },
): (db: Database, values?: Parameters<S['execute']>[0]) => ReturnType<S['execute']> {
  const known = new WeakMap<Database, S>();
  return (db, values) => {
    const statement = known.get(db) ?? make(db).prepare(name);
    known.set(db, statement);
    return statement.execute(values) as ReturnType<S['execute']>;
  };
}
