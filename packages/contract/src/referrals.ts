import * as z from 'zod/mini';
import { ReferralCode } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';

/** `held`: a possible self-referral that awaits review. `paid`: already withdrawn. */
export const CommissionStatus = z.enum(['pending', 'held', 'available', 'paid', 'reversed']);
export type CommissionStatus = z.infer<typeof CommissionStatus>;

export const HoldReason = z.enum(['same_email', 'same_payout', 'same_ip']);
export type HoldReason = z.infer<typeof HoldReason>;

export const Referral = z.object({
  id: Id,
  /** Masked. */
  email: z.string(),
  created_at: Timestamp,
  payments: z.int(),
  commission: z.string(),
  is_paying: z.boolean(),
});
export type Referral = z.infer<typeof Referral>;

export const Commission = z.object({
  id: Id,
  /** The referral's email, masked. */
  email: z.string(),
  /** The base amount, after tax and refunds. */
  base: z.string(),
  percent: z.string(),
  amount: z.string(),
  reversed: z.string(),
  currency: z.string(),
  status: CommissionStatus,
  created_at: Timestamp,
  /** When it becomes available. */
  release_at: Timestamp,
});
export type Commission = z.infer<typeof Commission>;

/** A commission on hold, with the reasons. */
export const CommissionOnHold = z.extend(Commission, {
  referrer: z.object({ id: Id, email: z.string() }),
  referral: z.object({ id: Id, email: z.string() }),
  held_for: z.array(HoldReason),
});
export type CommissionOnHold = z.infer<typeof CommissionOnHold>;

export const ReferralSummary = z.object({
  code: z.string(),
  currency: z.string(),
  percent: z.string(),
  hold_days: z.int(),
  visits: z.int(),
  sign_ups: z.int(),
  paying: z.int(),
  /** Everything earned and not reversed, by status. */
  earned: z.string(),
  available: z.string(),
  pending: z.string(),
  paid: z.string(),
});
export type ReferralSummary = z.infer<typeof ReferralSummary>;

export const CommissionReview = z.object({
  decision: z.enum(['release', 'reverse']),
  reason: line(3, 500),
});
export type CommissionReview = z.infer<typeof CommissionReview>;

export const referralsApi = {
  list: endpoint({
    method: 'GET',
    path: '/referrals',
    access: 'billing:read',
    summary: 'Lists users who signed up with the account’s referral link, with their payments and your commission.',
    query: z.object(pageQuery(['created_at', 'payments', 'commission'])),
    response: z.extend(page(Referral), { summary: ReferralSummary }),
  }),
  commissions: endpoint({
    method: 'GET',
    path: '/referrals/commissions',
    access: 'billing:read',
    summary: 'Lists commissions earned from referrals’ payments.',
    query: z.object({ ...pageQuery(['created_at', 'amount']), status: z.optional(CommissionStatus) }),
    response: page(Commission),
  }),
  countVisit: endpoint({
    method: 'POST',
    path: '/referrals/visits',
    access: 'public',
    summary: 'Records a referral link visit, once per visitor and day.',
    body: z.object({ ref: ReferralCode }),
    response: Done,
  }),
  held: endpoint({
    method: 'GET',
    path: '/referrals/held',
    access: 'withdrawals:review',
    summary: 'Lists commissions under review as possible self-referrals.',
    query: z.object(pageQuery(['created_at', 'amount'])),
    response: page(CommissionOnHold),
  }),
  review: endpoint({
    method: 'PUT',
    path: '/referrals/commissions/{id}/review',
    access: 'withdrawals:review',
    summary: 'Releases or reverses a commission under review.',
    params: IdParams,
    body: CommissionReview,
    isIdempotent: true,
    response: z.object({ data: CommissionOnHold }),
    errors: ['status_conflict', 'own_request'],
  }),
  setRate: endpoint({
    method: 'PUT',
    path: '/referrals/users/{id}/rate',
    access: 'balances:write',
    summary: 'Sets a user’s own commission rate, or resets it to the default.',
    params: IdParams,
    body: z.object({
      /** Null for the default rate. */
      percent: z.nullable(z.string().check(z.regex(/^\d{1,2}(\.\d{1,2})?$/, 'percent'))),
    }),
    isIdempotent: true,
    response: z.object({ data: z.object({ percent: z.string(), is_own: z.boolean() }) }),
  }),
};
