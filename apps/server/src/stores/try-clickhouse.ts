import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import type { Clickhouse } from './clickhouse.ts';
import { clientOf } from './shards/ask-shards.ts';

/** The longest that a screen waits for its metrics. */
const TIMEOUT_MS = 10_000;

interface Tools {
  clickhouse: Clickhouse;
  log: Logger;
}

/** Asks the database of an account. Null if it is unavailable: data from PostgreSQL is then shown without metrics. */
export const tryClickhouse = <T>(
  services: Tools,
  accountId: number,
  question: (client: ClickHouseClient) => Promise<T>,
  patienceMs?: number,
): Promise<T | null> =>
  tryQuestion(services, async () => question(await clientOf(services.clickhouse, accountId)), patienceMs);

/** For questions to several databases. */
export async function tryQuestion<T>(
  { log }: Pick<Tools, 'log'>,
  question: () => Promise<T>,
  patienceMs = TIMEOUT_MS,
): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('ClickHouse timed out')), patienceMs);
  });
  try {
    return await Promise.race([question(), tooLong]);
  } catch (error) {
    log.warn({ err: error }, 'analytics database unavailable');
    return null;
  } finally {
    clearTimeout(timer);
  }
}
