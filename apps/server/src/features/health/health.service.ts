import { AppError, type FieldProblem } from '@poklik/contract/errors';
import { sql } from 'drizzle-orm';
import type { Services } from '../../services.ts';
import { findAnalyticsId } from '../../stats/find-analytics-id.ts';
import { askAll } from '../../stores/shards/ask-shards.ts';

export interface TrackerHealth {
  tracker: { problem(): string | undefined };
}

const TIMEOUT_MS = 4_000;
const UNAVAILABLE: FieldProblem[] = [{ key: 'not_serving' }];

export async function requireDatabase({ db }: Pick<Services, 'db'>): Promise<void> {
  await withTimeout(db.execute(sql`select 1`)).catch(() => {
    throw new AppError('unavailable', { fields: { database: UNAVAILABLE } });
  });
}

/** Throws an error that lists each unavailable part. */
export async function requireAllServices(services: Services, trackerHealth: TrackerHealth | undefined): Promise<void> {
  const { db, clickhouse, log } = services;
  const parts = {
    database: () => db.execute(sql`select 1`),
    statistics: async () => {
      const stats = await clickhouse.ping();
      if (!stats.ok) throw new Error(stats.reason);
      const ids = await askAll(clickhouse, ({ client }) => findAnalyticsId(client, 'clicks'));
      if (ids.includes(null)) throw new Error('no tables yet');
    },
    tracker: async () => {
      const problem = trackerHealth?.tracker.problem();
      if (problem !== undefined) throw new Error(problem);
    },
  };
  const fields: Record<string, FieldProblem[]> = {};
  await Promise.all(
    Object.entries(parts).map(async ([name, check]) => {
      try {
        await withTimeout(check());
      } catch (error) {
        log.debug({ part: name, reason: (error as Error).message }, 'health check failed');
        fields[name] = UNAVAILABLE;
      }
    }),
  );
  if (Object.keys(fields).length > 0) throw new AppError('unavailable', { fields });
}

/** A frozen database must not block the health check. */
async function withTimeout(answer: PromiseLike<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('health check timed out')), TIMEOUT_MS);
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
