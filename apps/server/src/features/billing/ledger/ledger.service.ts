import type { Balance as BalanceResponse } from '@poklik/contract/balance';
import { AppError } from '@poklik/contract/errors';
import { type Balance, balanceAfter } from '@poklik/domain/ledger/balance';
import { type Posting, validateJournal } from '@poklik/domain/ledger/journal';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Database } from '../../../stores/postgres.ts';
import { findJournal, insertJournal, insertPostings, lockBalance, type NewJournal } from './ledger.repo.ts';

export interface PostedJournal {
  journalId: number;
  /** False when the same journal was already posted and nothing changed. */
  isNew: boolean;
  before: Balance;
  after: Balance;
}

/**
 * Moves money within the caller's transaction; throws `balance_too_low` when the balance does not cover it. Posting the
 * same journal again under its key changes nothing; a different journal under a used key is an error.
 */
export async function postJournal(tx: Database, journal: NewJournal): Promise<PostedJournal> {
  const fault = validateJournal(journal.kind, journal.postings);
  if (fault) throw new Error(`invalid ${journal.kind} journal: ${fault}`);
  const balance = await lockBalance(tx, journal.accountId);
  const journalId = await insertJournal(tx, journal);
  if (journalId === null)
    return { journalId: await getExistingJournalId(tx, journal), isNew: false, before: balance, after: balance };
  const after = balanceAfter(balance, journal.kind, journal.postings);
  if (!after) throw new AppError('balance_too_low');
  await insertPostings(tx, journalId, journal);
  return { journalId, isNew: true, before: balance, after };
}

async function getExistingJournalId(tx: Database, journal: NewJournal): Promise<number> {
  const earlier = await findJournal(tx, journal.key);
  const isSame =
    earlier?.kind === journal.kind &&
    earlier.accountId === journal.accountId &&
    earlier.reference === journal.reference &&
    toComparableText(earlier.postings) === toComparableText(journal.postings);
  if (!isSame) throw new Error(`journal key ${journal.key} is already used by another journal`);
  return earlier.id;
}

const toComparableText = (postings: readonly Posting[]): string =>
  postings
    .map(({ account, amountMinor }) => `${account} ${amountMinor}`)
    .toSorted()
    .join();

export const toBalanceResponse = (balance: Balance): BalanceResponse => ({
  available: fromMinor(balance.available),
  reserved: fromMinor(balance.reserved),
  pending: fromMinor(balance.pending),
  withdrawable: fromMinor(balance.withdrawable),
});
