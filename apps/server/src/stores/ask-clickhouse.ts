import type { ClickHouseClient } from '@clickhouse/client';
import type { Services } from '../services.ts';

/** Whoever waits for a screen waits no longer than this for its figures. */
const PATIENCE_MS = 10_000;

/** Null when the statistics cannot be asked: what stands in PostgreSQL is shown without them. */
export async function askClickhouse<T>(
  { clickhouse, log }: Pick<Services, 'clickhouse' | 'log'>,
  question: (client: ClickHouseClient) => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  });
  try {
    return await Promise.race([question(clickhouse.client), tooLong]);
  } catch (error) {
    log.warn({ err: error }, 'analytics query failed');
    return null;
  } finally {
    clearTimeout(timer);
  }
}
