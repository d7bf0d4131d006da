import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import type { Clickhouse } from './clickhouse.ts';

/** The longest that a screen waits for its metrics. */
const TIMEOUT_MS = 10_000;

/** Null if ClickHouse is unavailable: data from PostgreSQL is then shown without metrics. */
export async function tryClickhouse<T>(
  { clickhouse, log }: { clickhouse: Clickhouse; log: Logger },
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
