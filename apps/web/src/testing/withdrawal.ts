import type { Withdrawal } from '@poklik/contract/withdrawals';

/** A request that waits, as the staff sees it. */
export const buildWithdrawal = (changes: Partial<Withdrawal> = {}): Withdrawal => ({
  id: 21,
  user: { id: 9, email: 'anna@example.test', name: 'Anna' },
  amount: '120.00',
  fee: '1.00',
  net: '119.00',
  currency: 'USD',
  method: 'bank',
  details: 'UA21…6001',
  status: 'pending',
  reason: null,
  external_id: null,
  approvals: { given: 0, needed: 1 },
  created_at: '2026-02-03T14:05:00.000Z',
  reviewed_by: null,
  paid_at: null,
  approvable_from: null,
  is_own: false,
  next: [],
  ...changes,
});
