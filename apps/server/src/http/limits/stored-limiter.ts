import { type IRateLimiterOptions, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Pool } from '../../stores/postgres.ts';

/** Counts in PostgreSQL, so that the limit holds across processes. */
export const createStoredLimiter = (
  pool: Pool,
  limit: { keyPrefix: string; points: number; duration: number },
): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: pool,
    // The library detects a pool by its class name, which is different here.
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    ...limit,
  } satisfies IRateLimiterOptions & Record<string, unknown>);
