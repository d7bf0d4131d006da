import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isClawback,
  isLegOf,
  JOURNAL_KINDS,
  type Posting,
  SYSTEM_ACCOUNTS,
  transfer,
  USER_ACCOUNTS,
  validateJournal,
} from './journal.ts';

const posting = (account: Posting['account'], amountMinor: bigint): Posting => ({ account, amountMinor });

describe('journal', () => {
  it.each([
    ['deposit', transfer('external', 'available', 100n)],
    ['deposit_reversal', transfer('available', 'external', 100n)],
    ['manual_deposit', transfer('adjustments', 'available', 100n)],
    ['manual_deduction', transfer('available', 'adjustments', 100n)],
    ['payment', transfer('available', 'revenue', 100n)],
    ['payment', transfer('external', 'revenue', 100n)],
    ['payment', [posting('external', -60n), posting('available', -60n), posting('revenue', 100n), posting('tax', 20n)]],
    ['payment_refund', transfer('revenue', 'external', 100n)],
    ['payment_refund', transfer('revenue', 'available', 100n)],
    ['dispute', transfer('revenue', 'external', 100n)],
    ['dispute', transfer('available', 'external', 100n)],
    ['dispute_reversal', transfer('external', 'revenue', 100n)],
    ['dispute_reversal', transfer('external', 'available', 100n)],
    ['commission_accrual', transfer('commissions', 'pending', 100n)],
    ['commission_release', transfer('pending', 'available', 100n)],
    ['commission_reversal', transfer('pending', 'commissions', 100n)],
    ['commission_reversal', transfer('available', 'commissions', 100n)],
    ['commission_restore', transfer('commissions', 'pending', 100n)],
    ['commission_restore', transfer('commissions', 'available', 100n)],
    ['withdrawal_request', transfer('available', 'reserved', 100n)],
    ['withdrawal_return', transfer('reserved', 'available', 100n)],
    ['withdrawal_payout', [posting('reserved', -100n), posting('external', 98n), posting('fees', 2n)]],
  ] as const)('of kind %s allows the listed postings but not the reverse', (kind, postings) => {
    expect(validateJournal(kind, postings)).toBeNull();
    const backwards = postings.map(({ account, amountMinor }) => posting(account, -amountMinor));
    expect(validateJournal(kind, backwards)).toBe('wrong_direction');
  });

  it('of each kind uses exactly these accounts, each in one direction', () => {
    const accounts = [...USER_ACCOUNTS, ...SYSTEM_ACCOUNTS];
    const legs = JOURNAL_KINDS.map((kind) => {
      const touched = accounts.flatMap((account) =>
        (['+', '-'] as const).flatMap((direction) =>
          isLegOf(kind, account, direction) ? [`${direction}${account}`] : [],
        ),
      );
      return `${kind}: ${touched.join(' ')}`;
    });
    expect(legs).toEqual([
      'deposit: +available -external',
      'deposit_reversal: -available +external',
      'manual_deposit: +available -adjustments',
      'manual_deduction: -available +adjustments',
      'payment: -available -external +revenue +tax',
      'payment_refund: +available +external -revenue -tax',
      'dispute: -available +external -revenue -tax',
      'dispute_reversal: +available -external +revenue +tax',
      'commission_accrual: +pending -commissions',
      'commission_release: +available -pending',
      'commission_reversal: -available -pending +commissions',
      'commission_restore: +available +pending -commissions',
      'withdrawal_request: -available +reserved',
      'withdrawal_return: +available -reserved',
      'withdrawal_payout: -reserved +external +fees',
    ]);
    expect(JOURNAL_KINDS.filter(isClawback)).toEqual(['deposit_reversal', 'dispute', 'commission_reversal']);
  });

  it.each([
    ['too_few_postings', 'deposit', [posting('available', 1n)]],
    ['too_few_postings', 'deposit', []],
    ['zero_amount', 'deposit', [posting('external', 0n), posting('available', 0n)]],
    ['account_twice', 'deposit', [posting('external', -2n), posting('available', 1n), posting('available', 1n)]],
    ['account_not_of_kind', 'deposit', transfer('commissions', 'available', 1n)],
    ['unbalanced', 'deposit', [posting('external', -1n), posting('available', 2n)]],
  ] as const)('is rejected as %s', (fault, kind, postings) => {
    expect(validateJournal(kind, postings)).toBe(fault);
  });

  it('that is valid adds up to zero and uses each account once', () => {
    const postings = fc.array(
      fc.record({
        account: fc.constantFrom(...USER_ACCOUNTS, ...SYSTEM_ACCOUNTS),
        amountMinor: fc.constantFrom(-1n, 1n),
      }),
      { minLength: 2, maxLength: 3 },
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom(...JOURNAL_KINDS), postings, (kind, legs) => {
        if (validateJournal(kind, legs) !== null) return true;
        accepted += 1;
        const names = new Set(legs.map(({ account }) => account));
        return legs.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) === 0n && names.size === legs.length;
      }),
      { numRuns: 20_000 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});
