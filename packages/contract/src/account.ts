import * as z from 'zod/mini';
import { OneTimeCode, OwnPassword } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Done, Email, Timestamp } from './fields.ts';

const Row = z.record(z.string(), z.unknown());
const Rows = z.array(Row);

/** All data stored about a user, and about the account if they own it. Clicks and conversions are exported from their own lists. */
export const AccountExport = z.object({
  exported_at: Timestamp,
  person: Row,
  sessions: Rows,
  notifications: Rows,
  /** Kind, subject, time and result; the text is not kept. */
  emails: Rows,
  /** With messages; files are downloaded from their URL. */
  help_requests: Rows,
  activity: Rows,
  /** Null for a member. */
  account: z.nullable(
    z.object({
      team: Rows,
      campaigns: Rows,
      black_list: Rows,
      domains: Rows,
      costs: Rows,
      networks: Rows,
      offers: Rows,
      landers: Rows,
      learned_weights: Rows,
      replays: Rows,
      connections: Rows,
      help_requests: Rows,
      api_tokens: Rows,
      payment_methods: Rows,
      credit_notes: Rows,
      billing_details: Rows,
      subscription: Rows,
      subscription_history: Rows,
      trials: Rows,
      bank_payments: Rows,
      overage: Rows,
      vat_checks: Rows,
      coupons: Rows,
      invoices: Rows,
      transactions: Rows,
      commissions: Rows,
      withdrawals: Rows,
    }),
  ),
});
export type AccountExport = z.infer<typeof AccountExport>;

/** The consequences of closing the account, and what prevents it. */
export const AccountClosureTerms = z.object({
  campaigns: z.int(),
  members: z.int(),
  /** Below zero after a reversed commission. */
  balance: z.string(),
  pending: z.string(),
  currency: z.string(),
  blocked_by: z.array(z.enum(['withdrawal_open', 'last_super_admin'])),
  asks_code: z.boolean(),
});
export type AccountClosureTerms = z.infer<typeof AccountClosureTerms>;

export const AccountClosure = z.object({
  /** The email address, typed to confirm. */
  confirmation: Email,
  password: OwnPassword,
  /** Required when two-factor authentication is on. */
  code: z.optional(OneTimeCode),
  /** Required when there is a balance left. */
  give_up_balance: z.optional(z.boolean()),
});
export type AccountClosure = z.infer<typeof AccountClosure>;

export const accountApi = {
  export: endpoint({
    method: 'GET',
    path: '/account/export',
    access: 'account:export',
    summary: 'Exports all data stored about you, and about the account if you own it.',
    kind: 'json_stream',
    file: 'account.json',
    isLong: true,
    response: z.object({ data: AccountExport }),
  }),
  closingTerms: endpoint({
    method: 'GET',
    path: '/account/closing',
    access: 'account:delete',
    summary: 'Returns what deleting the account would remove, and anything that blocks it.',
    response: z.object({ data: AccountClosureTerms }),
  }),
  close: endpoint({
    method: 'DELETE',
    path: '/account',
    access: 'account:delete',
    summary:
      'Deletes the account: all members lose access, links stop working and personal data is removed. Accounting records are kept.',
    body: AccountClosure,
    response: Done,
    errors: ['withdrawal_open', 'last_super_admin', 'too_many_requests'],
  }),
};
