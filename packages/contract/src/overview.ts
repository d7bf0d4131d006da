import * as z from 'zod/mini';
import { Provider } from './billing.ts';
import { DataHealth } from './data-health.ts';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';

/** What the operator of the install sees first. */
export const Overview = z.object({
  /** Accounts of people who came to track their ads. */
  customers: z.int(),
  active_campaigns: z.int(),
  /** Of every account since midnight of the operator's time zone; null while the statistics cannot be asked. */
  clicks_today: z.nullable(z.int()),
  /** What tariffs count of the same time: clicks and conversions. */
  events_today: z.nullable(z.int()),
  /** Of tariffs since the first of the month (UTC), without tax and refunds. */
  revenue_this_month: z.string(),
  /** Requests that wait for a decision. */
  withdrawals_waiting: z.int(),
  /** Issued and not paid yet. */
  open_invoices: z.object({ count: z.int(), amount: z.string() }),
  currency: z.string(),
  /** How customers pay by card; null when they cannot. */
  payment_provider: z.nullable(Provider),
  data_health: z.object({
    /** Whether the analytics database is available. Clicks are recorded either way and counted later. */
    statistics: z.enum(['ok', 'down']),
    reason: z.nullable(z.string()),
    /** Whether metrics and rows agreed in the last nightly comparison. */
    figures: DataHealth,
    /** Whether the books added up in the last nightly reconciliation, and how much did not. */
    ledger: z.object({
      status: z.enum(['ok', 'differs', 'unknown']),
      checked_at: z.nullable(Timestamp),
      findings: z.int(),
    }),
  }),
});
export type Overview = z.infer<typeof Overview>;

export const overviewApi = {
  get: endpoint({
    method: 'GET',
    path: '/overview',
    access: 'users:read',
    summary: 'How the whole install is doing today.',
    response: z.object({ data: Overview }),
  }),
};
