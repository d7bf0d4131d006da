import { AppError } from '@poklik/contract/errors';
import { type Balance, balanceAfter } from '@poklik/domain/ledger/balance';
import { type Posting, validateJournal } from '@poklik/domain/ledger/journal';
import type { Database } from '../../stores/postgres.ts';
import {
  findBalance,
  findJournal,
  insertJournal,
  insertPostings,
  lockBalance,
  type NewJournal,
} from './ledger.repo.ts';

export type { NewJournal } from './ledger.repo.ts';

export interface Posted {
  journalId: number;
  /** False when the same journal had been posted before; nothing was changed then. */
  isNew: boolean;
  before: Balance;
  after: Balance;
}

export const balanceOf = (db: Database, accountId: number): Promise<Balance> => findBalance(db, accountId);

/**
 * Moves money, in the transaction of what it is for. Refuses with `balance_too_low` what is not there. The same
 * journal under the same key is posted once; another one under it is a mistake of the caller.
 */
export async function post(tx: Database, journal: NewJournal): Promise<Posted> {
  const fault = validateJournal(journal.kind, journal.postings);
  if (fault) throw new Error(`a journal of kind ${journal.kind} cannot be posted: ${fault}`);
  const balance = await lockBalance(tx, journal.accountId);
  const journalId = await insertJournal(tx, journal);
  if (journalId === null)
    return { journalId: await sameJournal(tx, journal), isNew: false, before: balance, after: balance };
  const after = balanceAfter(balance, journal.kind, journal.postings);
  if (!after) throw new AppError('balance_too_low');
  await insertPostings(tx, journalId, journal);
  return { journalId, isNew: true, before: balance, after };
}

async function sameJournal(tx: Database, journal: NewJournal): Promise<number> {
  const earlier = await findJournal(tx, journal.key);
  const isSame =
    earlier?.kind === journal.kind &&
    earlier.accountId === journal.accountId &&
    earlier.reference === journal.reference &&
    written(earlier.postings) === written(journal.postings);
  if (!isSame) throw new Error(`another journal was posted under the key ${journal.key}`);
  return earlier.id;
}

const written = (postings: readonly Posting[]): string =>
  postings
    .map(({ account, amountMinor }) => `${account} ${amountMinor}`)
    .toSorted()
    .join();
