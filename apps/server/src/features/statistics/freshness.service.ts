import type { Services } from '../../services.ts';
import { findEventsCompleteUntil } from '../../stats/events/uncounted-events.ts';
import { findAnalyticsId } from '../../stats/find-analytics-id.ts';
import { findCompleteUntil } from '../../stats/ingest/ingest-progress.ts';
import { askAll } from '../../stores/shards/ask-shards.ts';
import { findFirstUnsynced } from './analytics-database.repo.ts';

export interface Freshness {
  /** False until the analytics database has been set up. */
  hasTables: boolean;
  /** Reports are complete until then; null when unknown. */
  completeUntil: Date | null;
  /** True while reports lag more than usual. */
  isBehind: boolean;
}

/** The event logs report every ten seconds; the rest is slack for a busy machine. */
const NORMAL_LAG_MS = 60_000;

/** Throws when the analytics database is unavailable. */
export async function getFreshness({ db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>): Promise<Freshness> {
  const ids = await askAll(clickhouse, ({ client }) => findAnalyticsId(client, 'clicks'));
  if (ids.includes(null)) return { hasTables: false, completeUntil: null, isBehind: false };
  const [ends, events, conversions] = await Promise.all([
    askAll(clickhouse, ({ client }) => findCompleteUntil(client)),
    askAll(clickhouse, ({ client }) => findEventsCompleteUntil(client)),
    findFirstUnsynced(db),
  ]);
  const logs = Math.min(...ends.map((until) => until ?? Number.POSITIVE_INFINITY));
  if (!Number.isFinite(logs)) return { hasTables: true, completeUntil: null, isBehind: false };
  const uncounted = [...events, conversions?.getTime()].map((time) => time ?? logs);
  const completeUntil = new Date(Math.min(logs, ...uncounted, Date.now()));
  return { hasTables: true, completeUntil, isBehind: Date.now() - completeUntil.getTime() > NORMAL_LAG_MS };
}

const CACHE_MS = 5_000;

/** Cached for a few seconds; null when the analytics database is unavailable. */
export function createCachedFreshness(services: Pick<Services, 'db' | 'clickhouse'>): () => Promise<Freshness | null> {
  let cached: Promise<Freshness | null> = Promise.resolve(null);
  let expiresAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() >= expiresAt) {
      expiresAt = performance.now() + CACHE_MS;
      cached = getFreshness(services).catch(() => null);
    }
    return cached;
  };
}
