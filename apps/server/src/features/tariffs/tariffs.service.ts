import type { TariffLimits } from '@poklik/domain/tariffs/limits';
import type { Database } from '../../stores/postgres.ts';
import { getLimits, lockAccount } from './tariffs.repo.ts';

export const limitsOf = (db: Database, accountId: number): Promise<TariffLimits> => getLimits(db, accountId);

/** For those who are about to use more: what they count after this stays true until their transaction ends. */
export async function lockedLimitsOf(tx: Database, accountId: number): Promise<TariffLimits> {
  await lockAccount(tx, accountId);
  return getLimits(tx, accountId);
}
