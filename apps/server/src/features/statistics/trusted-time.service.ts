import type { Services } from '../../services.ts';
import { findTrustedTime } from './statistics.repo.ts';

/**
 * The time (seconds) by which data is removed for good; null on a night on which nothing may be. A clock that is a year
 * ahead would expire everything, so it has to agree with the nightly check of the day before.
 */
export async function getTrustedTime({ db, log }: Pick<Services, 'db' | 'log'>): Promise<number | null> {
  const now = await findTrustedTime(db);
  if (now === null) log.warn('nothing removed tonight: the clock jumped, or no nightly check ran in the last 3 days');
  return now;
}
