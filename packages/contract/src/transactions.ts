import * as z from 'zod/mini';
import { Balance } from './balance.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, line, PathNumber, Timestamp } from './fields.ts';
import { PaidAmount, PaidAmountOrNumber } from './money.ts';
import { page, pageQuery } from './paging.ts';

/** Kinds of transactions. */
export const TransactionKind = z.enum([
  'deposit',
  'deposit_reversal',
  'manual_deposit',
  'manual_deduction',
  'payment',
  'payment_refund',
  'dispute',
  'dispute_reversal',
  'commission_accrual',
  'commission_release',
  'commission_reversal',
  'commission_restore',
  'withdrawal_request',
  'withdrawal_return',
  'withdrawal_payout',
]);
export type TransactionKind = z.infer<typeof TransactionKind>;

/** One balance transaction. The amounts are the changes of each balance part. */
export const Transaction = z.object({
  id: Id,
  kind: TransactionKind,
  created_at: Timestamp,
  currency: z.string(),
  available: z.string(),
  reserved: z.string(),
  pending: z.string(),
  /** Available balance afterwards; null if unchanged. */
  balance_after: z.nullable(z.string()),
  /** The subject, such as `withdrawal:12`. */
  reference: z.string(),
  reason: z.nullable(z.string()),
  by: z.enum(['product', 'owner', 'staff']),
  /** The staff member; visible to the operator only. */
  staff_name: z.nullable(z.string()),
});
export type Transaction = z.infer<typeof Transaction>;

export const UserBalance = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  currency: z.string(),
  balance: Balance,
  last_movement_at: z.nullable(Timestamp),
  total_in: z.string(),
  total_out: z.string(),
});
export type UserBalance = z.infer<typeof UserBalance>;

export const REASON_MIN = 3;
export const REASON_MAX = 500;

/** A manual balance correction. */
export const Correction = z.object({
  amount: PaidAmountOrNumber,
  reason: z.optional(line(REASON_MIN, REASON_MAX)),
});
export type Correction = z.infer<typeof Correction>;

/** The form's shape: a reason is required. */
export const CorrectionForm = z.object({ amount: PaidAmount, reason: line(REASON_MIN, REASON_MAX) });

const historyQuery = z.object({
  ...pageQuery(['created_at']),
  kind: z.optional(TransactionKind),
  direction: z.optional(z.enum(['in', 'out'])),
});
const userParams = z.object({ user_id: PathNumber });

export const transactionsApi = {
  own: endpoint({
    method: 'GET',
    path: '/transactions',
    access: 'billing:read',
    summary: 'Lists the account’s transactions and its current balance.',
    query: historyQuery,
    response: z.extend(page(Transaction), { balance: Balance, currency: z.string() }),
  }),
  users: endpoint({
    method: 'GET',
    path: '/transactions/users',
    access: 'balances:read',
    summary: 'Lists account owners with their balance, total in and total out.',
    query: z.object({
      ...pageQuery(['email', 'available', 'last_movement_at', 'total_in', 'total_out']),
      /** Part of an email address or a name. */
      search: z.optional(line(0, 100)),
    }),
    response: page(UserBalance),
  }),
  deposit: endpoint({
    method: 'POST',
    path: '/transactions/users/{user_id}/deposit',
    access: 'balances:write',
    summary: 'Adds money to an account’s balance manually.',
    params: userParams,
    body: Correction,
    isIdempotent: true,
    status: 201,
    response: z.object({ data: Transaction }),
  }),
  deduct: endpoint({
    method: 'POST',
    path: '/transactions/users/{user_id}/deduct',
    access: 'balances:write',
    summary: 'Deducts money from an account’s balance manually, never more than is available.',
    params: userParams,
    body: Correction,
    isIdempotent: true,
    status: 201,
    response: z.object({ data: Transaction }),
    errors: ['balance_too_low'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/transactions/users/{id}/get_history',
    access: 'balances:read',
    summary: 'Lists the transactions of one account.',
    params: IdParams,
    query: historyQuery,
    response: z.extend(page(Transaction), { balance: Balance, currency: z.string() }),
  }),
};
