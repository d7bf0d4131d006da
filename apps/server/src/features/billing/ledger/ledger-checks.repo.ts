import { desc, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { ledgerChecks } from '../../../stores/tables/ledger.ts';

const CHECKS_KEPT = 400;

export async function insertLedgerCheck(db: Database, findings: number): Promise<void> {
  await db.insert(ledgerChecks).values({ findings });
  await db.execute(sql`delete from ${ledgerChecks}
    where id <= (select max(id) from ${ledgerChecks}) - ${CHECKS_KEPT}`);
}

/** Null before the first nightly check. */
export async function findLastLedgerCheck(db: Database): Promise<{ checkedAt: Date; findings: number } | null> {
  const [check] = await db.select().from(ledgerChecks).orderBy(desc(ledgerChecks.id)).limit(1);
  return check ?? null;
}
