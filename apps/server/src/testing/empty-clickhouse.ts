import type { Clickhouse } from '../stores/clickhouse.ts';

/** A statistics store in which nothing has happened yet, for tests of what is the same with and without figures. */
export function emptyClickhouse(): Clickhouse {
  const nothing = { json: async () => [], text: async () => '' };
  const client = { query: async () => nothing } as unknown as Clickhouse['client'];
  return { client, ping: async () => ({ ok: true }) };
}
