import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Balance, balanceAfter, ZERO_BALANCE } from './balance.ts';
import { isClawback, type JournalKind, type Posting, transfer } from './journal.ts';

const balance = (part: Partial<Balance>): Balance => ({ ...ZERO_BALANCE, ...part });

describe('balance', () => {
  it.each<[string, Partial<Balance>, JournalKind, Posting[], Partial<Balance> | null]>([
    [
      'grows by a deposit, which cannot be withdrawn',
      {},
      'deposit',
      transfer('external', 'available', 9n),
      { available: 9n },
    ],
    ['spends what it has', { available: 9n }, 'payment', transfer('available', 'revenue', 9n), {}],
    ['does not spend more', { available: 8n }, 'payment', transfer('available', 'revenue', 9n), null],
    ['is not touched by a payment from outside', {}, 'payment', transfer('external', 'revenue', 9n), {}],
    [
      'earns when a commission is released',
      { pending: 5n, available: 1n },
      'commission_release',
      transfer('pending', 'available', 5n),
      { available: 6n, withdrawable: 5n },
    ],
    [
      'sets aside what is withdrawn',
      { available: 6n, withdrawable: 5n },
      'withdrawal_request',
      transfer('available', 'reserved', 5n),
      { available: 1n, reserved: 5n },
    ],
    [
      'does not withdraw what was not earned',
      { available: 6n, withdrawable: 5n },
      'withdrawal_request',
      transfer('available', 'reserved', 6n),
      null,
    ],
    [
      'gets back what was not paid out, to be withdrawn again',
      { available: 1n, reserved: 5n },
      'withdrawal_return',
      transfer('reserved', 'available', 5n),
      { available: 6n, withdrawable: 5n },
    ],
    [
      'spends other money before what was earned',
      { available: 6n, withdrawable: 5n },
      'payment',
      transfer('available', 'revenue', 3n),
      { available: 3n, withdrawable: 3n },
    ],
    [
      'that has earned nothing more keeps less to withdraw after spending',
      { available: 3n, withdrawable: 3n },
      'deposit',
      transfer('external', 'available', 9n),
      { available: 12n, withdrawable: 3n },
    ],
    [
      'goes below zero when a commission is reversed',
      { available: 2n, withdrawable: 2n },
      'commission_reversal',
      transfer('available', 'commissions', 5n),
      { available: -3n },
    ],
    [
      'goes below zero when a deposit is reversed',
      { available: 2n },
      'deposit_reversal',
      transfer('available', 'external', 5n),
      { available: -3n },
    ],
    [
      'goes below zero when a bank takes a payment back',
      { available: 2n },
      'dispute',
      transfer('available', 'external', 5n),
      { available: -3n },
    ],
    [
      'gets money of a won dispute to spend, not to withdraw',
      { available: -3n },
      'dispute_reversal',
      transfer('external', 'available', 5n),
      { available: 2n },
    ],
    [
      'below zero is made good by what comes in',
      { available: -3n, pending: 5n },
      'commission_release',
      transfer('pending', 'available', 5n),
      { available: 2n, withdrawable: 2n },
    ],
    [
      'below zero may stay there while it rises',
      { available: -3n },
      'deposit',
      transfer('external', 'available', 1n),
      { available: -2n },
    ],
    ['below zero spends nothing', { available: -3n }, 'payment', transfer('available', 'revenue', 1n), null],
    [
      'on hold is never reversed beyond what is on hold',
      { pending: 2n, available: 9n },
      'commission_reversal',
      transfer('pending', 'commissions', 3n),
      null,
    ],
    [
      'reserved is never paid out beyond what is reserved',
      { reserved: 2n, available: 9n },
      'withdrawal_payout',
      transfer('reserved', 'external', 3n),
      null,
    ],
    [
      'loses to a reversal from deposits what was withdrawn already',
      { available: 9n, withdrawable: 1n },
      'commission_reversal',
      transfer('available', 'commissions', 3n),
      { available: 6n },
    ],
  ])('%s', (_, before, kind, postings, after) => {
    expect(balanceAfter(balance(before), kind, postings)).toEqual(after === null ? null : balance(after));
  });

  const WAYS: [JournalKind, Posting['account'], Posting['account']][] = [
    ['deposit', 'external', 'available'],
    ['deposit_reversal', 'available', 'external'],
    ['manual_deposit', 'adjustments', 'available'],
    ['manual_deduction', 'available', 'adjustments'],
    ['payment', 'available', 'revenue'],
    ['payment_refund', 'revenue', 'available'],
    ['dispute', 'available', 'external'],
    ['dispute_reversal', 'external', 'available'],
    ['commission_restore', 'commissions', 'pending'],
    ['commission_restore', 'commissions', 'available'],
    ['commission_accrual', 'commissions', 'pending'],
    ['commission_release', 'pending', 'available'],
    ['commission_reversal', 'pending', 'commissions'],
    ['commission_reversal', 'available', 'commissions'],
    ['withdrawal_request', 'available', 'reserved'],
    ['withdrawal_return', 'reserved', 'available'],
    ['withdrawal_payout', 'reserved', 'external'],
  ];
  const journals = fc.array(fc.tuple(fc.constantFrom(...WAYS), fc.integer({ min: 1, max: 50 })), { maxLength: 30 });
  const PATIENCE_MS = 120_000;

  it('satisfies every rule after any sequence of journals', { timeout: PATIENCE_MS }, () => {
    const life = fc.property(journals, (all) => {
      let now = ZERO_BALANCE;
      let outside = 0n;
      let wasClawedBack = false;
      for (const [[kind, from, to], amount] of all) {
        const postings = transfer(from, to, BigInt(amount));
        const next = balanceAfter(now, kind, postings);
        if (!next) continue;
        wasClawedBack ||= isClawback(kind);
        for (const { account, amountMinor } of postings) if (!(account in ZERO_BALANCE)) outside += amountMinor;
        const most = next.available < 0n ? 0n : next.available;
        const holds =
          next.available + next.reserved + next.pending + outside === 0n &&
          next.reserved >= 0n &&
          next.pending >= 0n &&
          (next.available >= 0n || wasClawedBack) &&
          (next.available >= 0n || isClawback(kind) || next.available >= now.available) &&
          next.withdrawable >= 0n &&
          next.withdrawable <= most;
        if (!holds) return false;
        now = next;
      }
      return true;
    });
    fc.assert(life);
  });

  it('never allows withdrawing more than was earned', { timeout: PATIENCE_MS }, () => {
    const life = fc.property(journals, (all) => {
      let now = ZERO_BALANCE;
      let left = 0n;
      for (const [[kind, from, to], amount] of all) {
        const next = balanceAfter(now, kind, transfer(from, to, BigInt(amount)));
        if (!next) continue;
        const isEarning =
          kind === 'commission_release' || kind === 'withdrawal_request' || kind === 'withdrawal_return';
        if (isEarning) left += next.available - now.available;
        if (left < 0n) return false;
        now = next;
      }
      return true;
    });
    fc.assert(life);
  });
});
