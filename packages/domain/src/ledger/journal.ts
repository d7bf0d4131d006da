import type { TransactionKind } from '@poklik/contract/transactions';

/** What a person's money may be: theirs to spend, set aside for a withdrawal, or earned but still on hold. */
export const USER_ACCOUNTS = ['available', 'reserved', 'pending'] as const;
export type UserAccount = (typeof USER_ACCOUNTS)[number];

/** Where it comes from and goes to. `external` is the world outside: payment providers, banks. */
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
 * Every way in which money moves: which accounts it may touch and in which direction. Plus is towards the person
 * resp. the system account. What is not listed here cannot be posted.
 */
const LEGS: Record<JournalKind, Partial<Record<LedgerAccount, Sign>>> = {
  deposit: { external: '-', available: '+' },
  deposit_reversal: { available: '-', external: '+' },
  manual_deposit: { adjustments: '-', available: '+' },
  manual_deduction: { available: '-', adjustments: '+' },
  /** For a tariff or an invoice, from outside, from the balance, or partly each. */
  payment: { external: '-', available: '-', revenue: '+', tax: '+' },
  payment_refund: { revenue: '-', tax: '-', available: '+', external: '+' },
  /** The payer's bank takes a payment back, and returns it if the dispute is won. */
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

/** Reversals of money that may already be spent: only these may take a balance below zero. */
const CLAWBACKS: ReadonlySet<JournalKind> = new Set(['commission_reversal', 'deposit_reversal', 'dispute']);
export const isClawback = (kind: JournalKind): boolean => CLAWBACKS.has(kind);

export type JournalError =
  | 'too_few_postings'
  | 'zero_amount'
  | 'account_twice'
  | 'account_not_of_kind'
  | 'wrong_direction'
  | 'unbalanced';

/** Why a journal must not be written; null when it may. */
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

/** From the first account to the second. */
export const transfer = (from: LedgerAccount, to: LedgerAccount, amountMinor: bigint): Posting[] => [
  { account: from, amountMinor: -amountMinor },
  { account: to, amountMinor },
];
