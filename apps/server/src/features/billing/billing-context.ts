import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { getDatabaseTime } from './accounts.repo.ts';

/** What the steps of one money transaction share. */
export interface BillingContext {
  tx: Database;
  config: Services['config'];
  /** One time for all steps. */
  now: Date;
}

export const createBillingContext = async (
  tx: Database,
  { config }: Pick<Services, 'config'>,
): Promise<BillingContext> => ({ tx, config, now: await getDatabaseTime(tx) });
