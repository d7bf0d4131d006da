import type { ClickHouseClient } from '@clickhouse/client';
import type { Services } from '../services.ts';

/** A screen waits no longer than this for its metrics. */
const TIMEOUT_MS = 10_000;

/** Null when ClickHouse is unavailable: the data of PostgreSQL is shown without metrics. */
export async function tryClickhouse<T>(
  { clickhouse, log }: Pick<Services, 'clickhouse' | 'log'>,
  question: (client: ClickHouseClient) => Promise<T>,
  patienceMs = TIMEOUT_MS,
): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('ClickHouse timed out')), patienceMs);
  });
  try {
    return await Promise.race([question(clickhouse.client), tooLong]);
  } catch (error) {
    log.warn({ err: error }, 'analytics database unavailable');
    return null;
  } finally {
    clearTimeout(timer);
  }
}
