import type { TransactionKind } from '@poklik/contract/transactions';

/** A user's money: available to spend, reserved for a withdrawal, or earned but still on hold. */
export const USER_ACCOUNTS = ['available', 'reserved', 'pending'] as const;
export type UserAccount = (typeof USER_ACCOUNTS)[number];

/** Sources and targets of money. `external` stands for payment providers and banks. */
export const SYSTEM_ACCOUNTS = ['external', 'revenue', 'tax', 'fees', 'commissions', 'adjustments'] as const;
export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number];

export type LedgerAccount = UserAccount | SystemAccount;

export interface Posting {
  account: LedgerAccount;
  amountMinor: bigint;
}

export type JournalKind = TransactionKind;

type Sign = '+' | '-';

/**
 * The accounts that each kind of journal can use, and the direction. Plus increases the user or system account.
 * Anything not listed here can't be posted.
 */
const LEGS: Record<JournalKind, Partial<Record<LedgerAccount, Sign>>> = {
  deposit: { external: '-', available: '+' },
  deposit_reversal: { available: '-', external: '+' },
  manual_deposit: { adjustments: '-', available: '+' },
  manual_deduction: { available: '-', adjustments: '+' },
  /** For a plan or an invoice; paid externally, from the balance, or both. */
  payment: { external: '-', available: '-', revenue: '+', tax: '+' },
  payment_refund: { revenue: '-', tax: '-', available: '+', external: '+' },
  /** The payer's bank reverses a payment, and returns it if the dispute is won. */
  dispute: { available: '-', revenue: '-', tax: '-', external: '+' },
  dispute_reversal: { external: '-', available: '+', revenue: '+', tax: '+' },
  commission_accrual: { commissions: '-', pending: '+' },
  commission_release: { pending: '-', available: '+' },
  commission_reversal: { pending: '-', available: '-', commissions: '+' },
  commission_restore: { commissions: '-', pending: '+', available: '+' },
  withdrawal_request: { available: '-', reserved: '+' },
  withdrawal_return: { reserved: '-', available: '+' },
  withdrawal_payout: { reserved: '-', external: '+', fees: '+' },
};

export const JOURNAL_KINDS = Object.keys(LEGS) as [JournalKind, ...JournalKind[]];

/** Reversals of money that may already be spent. Only these can make a balance negative. */
const CLAWBACKS: ReadonlySet<JournalKind> = new Set(['commission_reversal', 'deposit_reversal', 'dispute']);
export const isClawback = (kind: JournalKind): boolean => CLAWBACKS.has(kind);

export type JournalError =
  | 'too_few_postings'
  | 'zero_amount'
  | 'account_twice'
  | 'account_not_of_kind'
  | 'wrong_direction'
  | 'unbalanced';

/** Why a journal is invalid; null when it is valid. */
export function validateJournal(kind: JournalKind, postings: readonly Posting[]): JournalError | null {
  const legs = LEGS[kind];
  if (postings.length < 2) return 'too_few_postings';
  if (new Set(postings.map(({ account }) => account)).size !== postings.length) return 'account_twice';
  for (const { account, amountMinor } of postings) {
    const sign = legs[account];
    if (amountMinor === 0n) return 'zero_amount';
    if (sign === undefined) return 'account_not_of_kind';
    if (sign === '+' ? amountMinor < 0n : amountMinor > 0n) return 'wrong_direction';
  }
  return postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) === 0n ? null : 'unbalanced';
}

export const isLegOf = (kind: JournalKind, account: LedgerAccount, sign: Sign): boolean =>
  LEGS[kind]?.[account] === sign;

export const transfer = (from: LedgerAccount, to: LedgerAccount, amountMinor: bigint): Posting[] => [
  { account: from, amountMinor: -amountMinor },
  { account: to, amountMinor },
];
