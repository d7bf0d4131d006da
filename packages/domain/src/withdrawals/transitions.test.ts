import { WITHDRAWAL_STATUSES as ALL } from '@poklik/contract/withdrawals';
import { describe, expect, it } from 'vitest';
import { approvableFrom, approvalsNeeded, needsReason, nextStatuses, returnsMoney } from './transitions.ts';

const STAFF = { isOwner: false, isStaff: true };
const OWNER = { isOwner: true, isStaff: false };

describe('withdrawal request', () => {
  /** Of all 49 pairs, those not listed here are rejected for everyone. */
  const ALLOWED: Record<string, 'staff' | 'owner'> = {
    'pending approved': 'staff',
    'pending rejected': 'staff',
    'pending cancelled': 'owner',
    'approved processing': 'staff',
    'approved rejected': 'staff',
    'processing paid': 'staff',
    'processing failed': 'staff',
  };

  it.each(ALL.flatMap((from) => ALL.map((to) => [from, to] as const)))(
    'moves from %s to %s only if allowed',
    (from, to) => {
      const by = ALLOWED[`${from} ${to}`];
      expect(nextStatuses(from, STAFF).includes(to)).toBe(by === 'staff');
      expect(nextStatuses(from, OWNER).includes(to)).toBe(by === 'owner');
      expect(nextStatuses(from, { isOwner: true, isStaff: true }).includes(to)).toBe(by === 'owner');
      expect(nextStatuses(from, { isOwner: false, isStaff: false })).toEqual([]);
    },
  );

  it('returns the money exactly when it ends unpaid', () => {
    expect(ALL.filter(returnsMoney)).toEqual(['rejected', 'cancelled', 'failed']);
    expect(ALL.filter(needsReason)).toEqual(['rejected', 'failed']);
  });

  it.each([
    [99_999n, 100_000n, 1],
    [100_000n, 100_000n, 2],
    [100_001n, 100_000n, 2],
    [10n ** 15n, 0n, 1],
  ])('of %s with a threshold of %s needs %s approvals', (amount, threshold, needed) => {
    expect(approvalsNeeded(amount, threshold)).toBe(needed);
  });
});

describe('payout details', () => {
  const changed = new Date('2026-11-01T10:00:00Z');
  it.each([
    ['the first of an account', false, '2026-11-01T10:00:01Z', null],
    ['that replaced others just now', true, '2026-11-01T10:00:01Z', '2026-11-03T10:00:00.000Z'],
    ['a moment before two days are over', true, '2026-11-03T09:59:59Z', '2026-11-03T10:00:00.000Z'],
    ['after two days', true, '2026-11-03T10:00:00Z', null],
  ])('%s', (_, isReplacement, now, from) => {
    const found = approvableFrom({ isReplacement, createdAt: changed }, new Date(now));
    expect(found?.toISOString() ?? null).toBe(from);
  });
});
