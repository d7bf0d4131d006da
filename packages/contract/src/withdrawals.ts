import * as z from 'zod/mini';
import { PASSWORD_MAX } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Email, Id, IdParams, line, Timestamp } from './fields.ts';
import { PaidAmount } from './money.ts';
import { page, pageQuery } from './paging.ts';

export const WITHDRAWAL_STATUSES = [
  'pending',
  'approved',
  'processing',
  'paid',
  'rejected',
  'cancelled',
  'failed',
] as const;
export const WithdrawalStatus = z.enum(WITHDRAWAL_STATUSES);
export type WithdrawalStatus = z.infer<typeof WithdrawalStatus>;

export const PAYOUT_METHODS = ['bank', 'card', 'paypal', 'usdt_trc20', 'other'] as const;
export const PayoutMethod = z.enum(PAYOUT_METHODS);
export type PayoutMethod = z.infer<typeof PayoutMethod>;

const Person = z.object({ id: Id, email: z.string(), name: z.string() });

export const Withdrawal = z.object({
  id: Id,
  user: Person,
  amount: z.string(),
  fee: z.string(),
  /** The amount paid out. */
  net: z.string(),
  currency: z.string(),
  method: PayoutMethod,
  /** Masked. */
  details: z.string(),
  status: WithdrawalStatus,
  reason: z.nullable(z.string()),
  /** The bank's reference. */
  external_id: z.nullable(z.string()),
  approvals: z.object({ given: z.int(), needed: z.int() }),
  created_at: Timestamp,
  reviewed_by: z.nullable(z.object({ id: Id, name: z.string() })),
  paid_at: z.nullable(Timestamp),
  /** Payout details changed recently: approval is possible from this time. */
  approvable_from: z.nullable(Timestamp),
  /** Requested by the caller's account. */
  is_own: z.boolean(),
  /** Statuses the caller may set now. */
  next: z.array(WithdrawalStatus),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

export const HOLDER_MAX = 100;
export const ACCOUNT_MAX = 200;

/** Payout account: an IBAN, a card number, a PayPal or Tron address, or free text. */
const Payout = z.object({ method: PayoutMethod, holder: z.string(), account: z.string() });

const ACCOUNT_PATTERNS: Record<PayoutMethod, { fits: (account: string) => boolean; error: string }> = {
  bank: { fits: isIban, error: 'iban' },
  card: { fits: isCardNumber, error: 'card_number' },
  paypal: { fits: (account) => Email.safeParse(account).success, error: 'paypal_address' },
  usdt_trc20: { fits: (account) => /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(account), error: 'trc20_address' },
  other: { fits: () => true, error: '' },
};
const NEEDS_HOLDER: ReadonlySet<PayoutMethod> = new Set(['bank', 'card']);

/** The remainder by 97 must be 1, with the first four characters moved to the end and A to Z read as 10 to 35. */
function isIban(text: string): boolean {
  const iban = text.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((char) => Number.parseInt(char, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Luhn: every second digit from the right counts double. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

type PayoutInput = z.infer<typeof Payout>;
const isAccountOf = (method: PayoutMethod) =>
  z.refine<PayoutInput>((payout) => payout.method !== method || ACCOUNT_PATTERNS[method].fits(payout.account), {
    path: ['account'],
    error: ACCOUNT_PATTERNS[method].error,
  });

export const NewPayout = z
  .object({
    method: PayoutMethod,
    holder: line(0, HOLDER_MAX),
    account: line(1, ACCOUNT_MAX),
    /** The password again, because payout details decide where money goes. */
    password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)),
  })
  .check(
    z.refine<PayoutInput>(({ method, holder }) => holder !== '' || !NEEDS_HOLDER.has(method), {
      path: ['holder'],
      error: 'holder_missing',
    }),
    isAccountOf('bank'),
    isAccountOf('card'),
    isAccountOf('paypal'),
    isAccountOf('usdt_trc20'),
  );
export type NewPayout = z.infer<typeof NewPayout>;

export const SavedPayout = z.object({
  method: PayoutMethod,
  details: z.string(),
  changed_at: Timestamp,
  /** Withdrawals to these details can be approved from this time; null for now. */
  approvable_from: z.nullable(Timestamp),
});
export type SavedPayout = z.infer<typeof SavedPayout>;

/** What the form needs before the user types, and what prevents a withdrawal. */
export const WithdrawalTerms = z.object({
  currency: z.string(),
  minimum: z.string(),
  fee: z.string(),
  /** Withdrawable amount. */
  withdrawable: z.string(),
  pending: z.string(),
  /** When the next commission becomes available. */
  next_release_at: z.nullable(Timestamp),
  payout: z.nullable(SavedPayout),
  blocked_by: z.array(z.enum(['email_not_verified', 'request_open', 'below_minimum', 'payout_missing'])),
});
export type WithdrawalTerms = z.infer<typeof WithdrawalTerms>;

export const NewWithdrawal = z.object({ amount: PaidAmount });
export type NewWithdrawal = z.infer<typeof NewWithdrawal>;

export const WITHDRAWAL_REASON_MIN = 3;

/** The withdrawal with its new status; of the rest only the reason and the bank reference are read. */
export const WithdrawalChange = z.object({
  status: WithdrawalStatus,
  reason: z.optional(z.nullable(line(0, 500))),
  external_id: z.optional(z.nullable(line(0, 100))),
});
export type WithdrawalChange = z.infer<typeof WithdrawalChange>;

export const withdrawalsApi = {
  list: endpoint({
    method: 'GET',
    path: '/withdrawals',
    access: 'billing:read',
    summary: 'Lists the account’s withdrawals. Payout admins and operators see everyone’s.',
    query: z.object({
      ...pageQuery(['created_at', 'amount']),
      status: z.optional(WithdrawalStatus),
      method: z.optional(PayoutMethod),
      /** Part of an email address or a name, or the number of a request. */
      search: z.optional(line(0, 100)),
      /** `own` limits staff to their own requests. */
      scope: z.optional(z.enum(['own', 'all'])),
    }),
    response: page(Withdrawal),
  }),
  terms: endpoint({
    method: 'GET',
    path: '/withdrawals/terms',
    access: 'billing:read',
    summary: 'Returns how much can be withdrawn, the payout details and anything that blocks a withdrawal.',
    response: z.object({ data: WithdrawalTerms }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/withdrawals',
    access: 'billing:write',
    summary: 'Requests a withdrawal of commission. The amount is reserved immediately.',
    body: NewWithdrawal,
    isIdempotent: true,
    status: 201,
    response: z.object({ data: Withdrawal }),
    errors: ['balance_too_low', 'email_not_verified', 'withdrawal_open', 'payout_missing'],
  }),
  changeStatus: endpoint({
    method: 'PUT',
    path: '/withdrawals/{id}/change-status',
    access: 'billing:write',
    summary:
      'Changes a withdrawal’s status. Its owner can cancel it while it’s pending; all other changes are for payout admins and operators.',
    params: IdParams,
    body: WithdrawalChange,
    isIdempotent: true,
    response: z.object({ data: Withdrawal }),
    errors: ['status_conflict', 'own_request', 'second_approver_needed', 'payout_resting'],
  }),
  payout: endpoint({
    method: 'GET',
    path: '/withdrawals/{id}/payout',
    access: 'withdrawals:review',
    summary: 'Returns the full payout details of a withdrawal. Every view is recorded in the audit log.',
    params: IdParams,
    response: z.object({ data: Payout }),
  }),
  exportApproved: endpoint({
    method: 'GET',
    path: '/withdrawals/export',
    access: 'withdrawals:review',
    summary: 'Exports approved withdrawals as CSV for the bank.',
    isLong: true,
    response: z.object({ data: z.object({ name: z.string(), text: z.string(), count: z.int() }) }),
  }),
  savePayout: endpoint({
    method: 'PUT',
    path: '/payout_details',
    access: 'billing:write',
    summary: 'Sets the payout details. Requires the password; the owner is notified by email.',
    body: NewPayout,
    response: z.object({ data: SavedPayout }),
  }),
};
