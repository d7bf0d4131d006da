import type { Services } from '../services.ts';

/** An empty analytics database, for tests that do not need one. */
export const emptyClickhouse = (): Services['clickhouse'] => {
  const answer = (rows: object[]) => ({
    json: async () => rows,
    text: async () => '',
    stream: async function* () {
      if (rows.length > 0) yield rows;
    },
  });
  // Health checks read this table; conversions have their own.
  const client = {
    query: async ({ query_params }: { query_params?: { table?: unknown } }) =>
      answer(query_params?.table === 'clicks' ? [{ id: 'table' }] : []),
    insert: async () => undefined,
    command: async () => undefined,
  };
  return { client: client as unknown as Services['clickhouse']['client'], ping: async () => ({ ok: true }) };
};
