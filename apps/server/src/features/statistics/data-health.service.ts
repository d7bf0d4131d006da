import type { DataHealth } from '@poklik/contract/data-health';
import type { Database } from '../../stores/postgres.ts';
import { findCompleteFrom } from './analytics-database.repo.ts';
import { findLastCheck } from './statistics.repo.ts';

/** Result of the last nightly check, for one account or all, and whether older clicks were lost with a database. */
export async function getDataHealth(db: Database, accountId?: number): Promise<DataHealth> {
  const [check, completeFrom] = await Promise.all([findLastCheck(db), findCompleteFrom(db, accountId)]);
  const differences = check?.differences.filter((one) => accountId === undefined || one.accountId === accountId) ?? [];
  const checkStatus = check ? (differences.length === 0 ? 'ok' : 'differs') : 'unknown';
  return {
    status: checkStatus !== 'differs' && completeFrom ? 'incomplete' : checkStatus,
    checked_at: check?.checkedAt.toISOString() ?? null,
    complete_from: completeFrom?.toISOString() ?? null,
  };
}

/** A report that starts after the loss is complete. */
export function healthForPeriod(health: DataHealth, from: number): DataHealth {
  if (!health.complete_from || from * 1000 < Date.parse(health.complete_from)) return health;
  const status = health.status !== 'incomplete' ? health.status : health.checked_at ? 'ok' : 'unknown';
  return { ...health, status, complete_from: null };
}
