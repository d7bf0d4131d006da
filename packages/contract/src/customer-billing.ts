import * as z from 'zod/mini';
import { Balance } from './balance.ts';
import { CustomerLimits } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';
import { ChargeFailure, PaymentMethod } from './payment-methods.ts';
import { BillingPeriod } from './subscription-terms.ts';

const Used = z.object({ used: z.int(), limit: z.nullable(z.int()) });

export const CustomerUsage = z.object({
  events: z.object({ used: z.nullable(z.int()), limit: z.nullable(z.int()), resets_at: Timestamp }),
  campaigns: Used,
  seats: Used,
  blacklist: Used,
  domains: Used,
  /** Events of the last 30 days in UTC, oldest first; null while the analytics database is unavailable. */
  days: z.nullable(z.array(z.object({ day: z.string(), events: z.int() }))),
});
export type CustomerUsage = z.infer<typeof CustomerUsage>;

export const CustomerMoney = z.object({
  currency: z.string(),
  balance: Balance,
  /** Credit left from plan changes. */
  credit: z.string(),
  methods: z.array(PaymentMethod),
  /** Earned by referring others. */
  commissions: z.object({ count: z.int(), earned: z.string(), on_hold: z.string() }),
});
export type CustomerMoney = z.infer<typeof CustomerMoney>;

export const CustomerPayment = z.object({
  id: Id,
  provider: z.string(),
  purpose: z.enum(['tariff', 'deposit', 'invoice']),
  status: z.enum(['pending', 'paid', 'failed', 'needs_action']),
  amount: z.string(),
  currency: z.string(),
  created_at: Timestamp,
  /** Its number among the automatic charges of an invoice. */
  attempt: z.nullable(z.int()),
  failure: z.nullable(ChargeFailure),
});
export type CustomerPayment = z.infer<typeof CustomerPayment>;

/** The history of a subscription, without what leaves the plan as it is. */
export const TARIFF_CHANGES = [
  'trial',
  'bought',
  'renewed',
  'renewal_unpaid',
  'invoice_paid',
  'discounted',
  'assigned',
  'restored',
  'refunded',
  'grace_over',
  'cancelled',
  'opening',
] as const;

/** A change of plan. */
export const TariffChange = z.object({
  at: Timestamp,
  event: z.enum([...TARIFF_CHANGES, 'voided']),
  tariff: z.nullable(z.string()),
  period: z.nullable(BillingPeriod),
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  invoice: z.nullable(z.string()),
});
export type TariffChange = z.infer<typeof TariffChange>;

/** The part of a customer’s page that billing knows. */
export const customerBillingApi = {
  usage: endpoint({
    method: 'GET',
    path: '/users/{id}/usage',
    access: 'users:read',
    summary: 'Returns what an account uses of its limits, and its events by day.',
    params: IdParams,
    response: z.object({ data: CustomerUsage }),
  }),
  setLimits: endpoint({
    method: 'PUT',
    path: '/users/{id}/limits',
    access: 'users:write',
    summary: 'Replaces limits of an account’s plan until a day; all null ends it. The customer sees the reason.',
    params: IdParams,
    body: CustomerLimits,
    response: z.object({ data: z.nullable(CustomerLimits) }),
  }),
  money: endpoint({
    method: 'GET',
    path: '/users/{id}/money',
    access: 'balances:read',
    summary: 'Returns an account’s balance, credit, saved cards and commissions.',
    params: IdParams,
    response: z.object({ data: CustomerMoney }),
  }),
  payments: endpoint({
    method: 'GET',
    path: '/users/{id}/payments',
    access: 'balances:read',
    summary: 'Lists an account’s payments and automatic charges at providers, newest first.',
    params: IdParams,
    query: z.object(pageQuery(['created_at'])),
    response: page(CustomerPayment),
  }),
  tariffs: endpoint({
    method: 'GET',
    path: '/users/{id}/tariffs',
    access: 'users:read',
    summary: 'Lists the changes of an account’s plan, newest first: trials, payments, assignments and ends.',
    params: IdParams,
    query: z.object(pageQuery(['at'])),
    response: page(TariffChange),
  }),
};
