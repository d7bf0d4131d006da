import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Services } from '../../services.ts';
import { findAnalyticsId } from '../../stats/find-analytics-id.ts';
import { findFirstLoggedClickTime } from '../../stats/first-logged-click-time.ts';
import { findCurrentDatabase, registerDatabase, setFirstClick } from './analytics-database.repo.ts';

const CHECK_INTERVAL_MS = 5_000;

/**
 * Records the id of the analytics database and logs an error when it was replaced. One of several is not watched: clicks
 * of accounts on the others are not missing.
 */
export function watchAnalyticsDatabase(
  services: Pick<Services, 'db' | 'clickhouse' | 'log'>,
): Pick<BackgroundLoop, 'stop'> {
  let dueAt = 0;
  return runLoop({
    failure: 'analytics database check failed',
    log: services.log,
    iterate: async () => {
      if (services.clickhouse.shards || performance.now() < dueAt) return false;
      dueAt = performance.now() + CHECK_INTERVAL_MS;
      // Callers that need ClickHouse report its failures themselves.
      const id = await findAnalyticsId(services.clickhouse.client, 'conversions').catch(() => null);
      if (id !== null) await registerIfChanged(services, id);
      return false;
    },
  });
}

async function registerIfChanged({ db, clickhouse, log }: Pick<Services, 'db' | 'clickhouse' | 'log'>, id: string) {
  const current = await findCurrentDatabase(db);
  if (current?.id !== id) {
    await registerDatabase(db, id);
    if (current)
      log.error(
        { before: current.id, now: id },
        'analytics database replaced, clicks before the event log are missing',
      );
  } else if (current.firstClickAt !== null) return;
  const first = await findFirstLoggedClickTime(clickhouse.client);
  if (first) await setFirstClick(db, id, first);
}
