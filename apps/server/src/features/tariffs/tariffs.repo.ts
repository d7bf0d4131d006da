import { FREE_TARIFF, type TariffLimits } from '@poklik/domain/tariffs/limits';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { tariffs } from '../../stores/tables/tariffs.ts';
import { accounts } from '../../stores/tables/users.ts';

/** An account without a tariff has what everybody has. */
export async function getLimits(db: Database, accountId: number): Promise<TariffLimits> {
  const [limits] = await db
    .select({ campaignsMax: tariffs.campaignsLimit, blackListMax: tariffs.blacklistLimit })
    .from(accounts)
    .innerJoin(
      tariffs,
      sql`${tariffs.id} = coalesce(${accounts.tariffId}, (select free.id from tariffs free where free.code = ${FREE_TARIFF}))`,
    )
    .where(eq(accounts.id, accountId));
  if (!limits) throw new Error(`account ${accountId} has no tariff`);
  return limits;
}

/** Until the transaction ends nobody else changes how much the account uses. Foreign keys to it are not held up. */
export const lockAccount = (db: Database, accountId: number) =>
  db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
