import type { Services } from '../../services.ts';
import { findTrustedTime } from './statistics.repo.ts';

/**
 * The current time in seconds for deleting expired data; null when the clock cannot be trusted. A clock that is a year
 * ahead would expire everything, so it must agree with the last nightly check.
 */
export async function getTrustedTime({ db, log }: Pick<Services, 'db' | 'log'>): Promise<number | null> {
  const now = await findTrustedTime(db);
  if (now === null) log.warn('nothing removed tonight: the clock jumped, or no nightly check ran in the last 3 days');
  return now;
}
