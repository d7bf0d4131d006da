import type { Database } from './postgres.ts';

interface Statement {
  execute(values?: Record<string, unknown>): Promise<unknown>;
}

/**
 * A frequent statement, built once and planned once per connection. `make` uses `sql.placeholder` for the values;
 * `name` must be unique in the whole program.
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
