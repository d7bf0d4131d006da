import type { Goal } from '@poklik/contract/goals';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { prepared } from '../../stores/prepared.ts';
import { goals } from '../../stores/tables/conversions.ts';

const goalsOfAccount = prepared('goals_of_account', (db) =>
  db
    .select({ number: goals.number, name: goals.name, kind: goals.kind, match: goals.match })
    .from(goals)
    .where(eq(goals.accountId, sql.placeholder('accountId')))
    .orderBy(asc(goals.number)),
);

/** By number. */
export const listGoals = (db: Database, accountId: number): Promise<Goal[]> => goalsOfAccount(db, { accountId });

/** One writer at a time for an account. The lock ends with the transaction. */
export const lockGoals = (tx: Database, accountId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('goals'), ${accountId}::int)`);

export async function replaceGoals(tx: Database, accountId: number, list: readonly Goal[]): Promise<void> {
  await tx.delete(goals).where(eq(goals.accountId, accountId));
  if (list.length > 0) await tx.insert(goals).values(list.map((goal) => ({ accountId, ...goal })));
}
