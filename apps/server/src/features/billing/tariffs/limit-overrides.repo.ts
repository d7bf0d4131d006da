import type { CustomerLimits } from '@poklik/contract/customers';
import { endOfLastDay, lastDayBefore } from '@poklik/domain/tariffs/limits';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { limitOverrides } from '../../../stores/tables/customers/customers.ts';
import { accounts } from '../../../stores/tables/users.ts';

/** Joined to an account, it is null after its last day. */
export const activeOverride = and(eq(limitOverrides.accountId, accounts.id), gt(limitOverrides.until, sql`now()`));

export async function findLimitOverride(db: Database, accountId: number): Promise<CustomerLimits | null> {
  const [row] = await db
    .select({ override: limitOverrides })
    .from(accounts)
    .innerJoin(limitOverrides, activeOverride)
    .where(eq(accounts.id, accountId));
  if (!row) return null;
  const { events, campaigns, seats, blacklist, domains, until, reason } = row.override;
  return {
    ...{ events, campaigns, seats, blacklist, domains, reason },
    until: lastDayBefore(until),
  };
}

/** Null limits end an override. It holds until the end of the day in UTC. */
export async function replaceLimits(tx: Database, accountId: number, limits: CustomerLimits | null): Promise<void> {
  await tx.delete(limitOverrides).where(eq(limitOverrides.accountId, accountId));
  if (limits === null) return;
  await tx.insert(limitOverrides).values({ accountId, ...limits, until: endOfLastDay(limits.until) });
}
