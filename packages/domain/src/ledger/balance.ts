import { isClawback, type JournalKind, type Posting, type UserAccount } from './journal.ts';

/** A user's ledger balance in minor units. */
export interface Balance {
  available: bigint;
  reserved: bigint;
  pending: bigint;
  /** The part of `available` earned as commission. Only this can be withdrawn, and other money is spent first. */
  withdrawable: bigint;
}

export const ZERO_BALANCE: Balance = { available: 0n, reserved: 0n, pending: 0n, withdrawable: 0n };

/** Journals that change the earned part by the same amount as `available`. */
const EARNINGS: ReadonlySet<JournalKind> = new Set([
  'commission_release',
  'commission_reversal',
  'withdrawal_request',
  'withdrawal_return',
]);

const clamp = (value: bigint, max: bigint): bigint => (value < 0n ? 0n : value > max ? (max < 0n ? 0n : max) : value);

/**
 * The balance after a journal; null when it would be overdrawn. A balance that a clawback left below zero can rise, but
 * nothing can be spent until it is positive again. The database enforces the same rule.
 */
export function balanceAfter(balance: Balance, kind: JournalKind, postings: readonly Posting[]): Balance | null {
  const after: Balance = { ...balance };
  for (const { account, amountMinor } of postings) {
    if (!isUserAccount(account)) continue;
    after[account] += amountMinor;
    const mayGoBelowZero = account === 'available' && isClawback(kind);
    if (amountMinor < 0n && after[account] < 0n && !mayGoBelowZero) return null;
    if (account !== 'available') continue;
    const earned = balance.withdrawable + (EARNINGS.has(kind) ? amountMinor : 0n);
    if (earned < 0n && kind === 'withdrawal_request') return null;
    after.withdrawable = clamp(earned, after.available);
  }
  return after;
}

const isUserAccount = (account: string): account is UserAccount =>
  account === 'available' || account === 'reserved' || account === 'pending';
