import { type Balance, ZERO_BALANCE } from '@poklik/domain/ledger/balance';
import { type JournalKind, type Posting, USER_ACCOUNTS } from '@poklik/domain/ledger/journal';
import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import {
  ledgerBalances as balances,
  ledgerJournals as journals,
  ledgerChecks,
  ledgerPostings as postings,
} from '../../../stores/tables/ledger.ts';
import { accounts } from '../../../stores/tables/users.ts';

export interface NewJournal {
  kind: JournalKind;
  /** Idempotency key: posting under it again changes nothing. */
  key: string;
  accountId: number;
  postings: readonly Posting[];
  /** The related record, such as `withdrawal:12`. */
  reference: string;
  reason?: string | null;
  /** Null when the system posted it. */
  actorId?: number | null;
  /** The journal that this one reverses. */
  reversesId?: number | null;
}

const columns = {
  available: balances.availableMinor,
  reserved: balances.reservedMinor,
  pending: balances.pendingMinor,
  withdrawable: balances.withdrawableMinor,
};

export async function getBalance(db: Database, accountId: number): Promise<Balance> {
  const [row] = await db.select(columns).from(balances).where(eq(balances.accountId, accountId));
  return row ?? ZERO_BALANCE;
}

/** Locks the account's balance until the transaction ends. */
export async function lockBalance(tx: Database, accountId: number): Promise<Balance> {
  await tx.insert(balances).values({ accountId }).onConflictDoNothing();
  const [row] = await tx.select(columns).from(balances).where(eq(balances.accountId, accountId)).for('update');
  if (!row) throw new Error(`account ${accountId} has no balance`);
  return row;
}

/** Null when the key is already used. */
export async function insertJournal(tx: Database, journal: NewJournal): Promise<number | null> {
  const { kind, key, accountId, reference, reason = null, actorId = null, reversesId = null } = journal;
  const [row] = await tx
    .insert(journals)
    .values({
      kind,
      key,
      accountId,
      currency: sql`(select ${accounts.currency} from ${accounts} where ${accounts.id} = ${accountId})`,
      reference,
      reason,
      actorId,
      reversesId,
    })
    .onConflictDoNothing({ target: journals.key })
    .returning({ id: journals.id });
  return row?.id ?? null;
}

const isCustomerAccount = (account: string): boolean => USER_ACCOUNTS.some((each) => each === account);

export const insertPostings = (tx: Database, journalId: number, { accountId, postings: legs }: NewJournal) =>
  tx.insert(postings).values(
    legs.map(({ account, amountMinor }) => ({
      journalId,
      account,
      accountId: isCustomerAccount(account) ? accountId : null,
      amountMinor,
    })),
  );

export async function findJournal(db: Database, key: string) {
  const [journal] = await db.select().from(journals).where(eq(journals.key, key));
  if (!journal) return null;
  const legs = await db
    .select({ account: postings.account, amountMinor: postings.amountMinor })
    .from(postings)
    .where(eq(postings.journalId, journal.id));
  return { ...journal, postings: legs };
}

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
