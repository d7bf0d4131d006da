import type { DataHealth } from '@poklik/contract/statistics';
import type { Database } from '../../stores/postgres.ts';
import { lastCheck } from './statistics.repo.ts';

/** What the last nightly comparison said of an account, or of the whole install. */
export async function figuresHealth(db: Database, accountId?: number): Promise<DataHealth> {
  const check = await lastCheck(db);
  if (!check) return { status: 'unknown', checked_at: null };
  const concerned = check.differences.filter((one) => accountId === undefined || one.accountId === accountId);
  return { status: concerned.length === 0 ? 'ok' : 'differs', checked_at: check.checkedAt.toISOString() };
}
