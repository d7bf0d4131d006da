import type { Services } from '../services.ts';

/** A statistics store in which nothing has happened yet, for tests that are not about it. */
export const emptyClickhouse = (): Services['clickhouse'] => {
  const nothing = { json: async () => [], text: async () => '' };
  const client = { query: async () => nothing, insert: async () => undefined, command: async () => undefined };
  return { client: client as unknown as Services['clickhouse']['client'], ping: async () => ({ ok: true }) };
};
