import { pino } from 'pino';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { type Database, openPostgres } from '../stores/postgres.ts';
import { createTestAnalytics } from './test-clickhouse.ts';
import { createBareDatabase } from './test-database.ts';

type Client = Clickhouse['client'];

export interface EmptyServers {
  servers: Record<'DATABASE_URL' | 'CLICKHOUSE_URL', string>;
  db: Database;
  client: Client;
  drop(): Promise<void>;
}

/** Empty databases on running servers, to restore into. */
export async function createEmptyServers(): Promise<EmptyServers> {
  const [bare, empty] = [await createBareDatabase(), await createTestAnalytics({ isMigrated: false })];
  const postgres = openPostgres(bare.url, pino({ level: 'silent' }));
  return {
    servers: { DATABASE_URL: bare.url, CLICKHOUSE_URL: empty.url.href },
    db: postgres.db,
    client: empty.client,
    async drop() {
      await postgres.close();
      await bare.drop();
      await empty.drop();
    },
  };
}

export async function listClickIds(client: Client): Promise<string[]> {
  const answer = await client.query({ query: 'SELECT click_id FROM clicks', format: 'TabSeparated' });
  return (await answer.text()).split('\n').filter(Boolean);
}
