import * as z from 'zod/mini';
import { DataHealth } from './data-health.ts';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import {
  Business,
  businessQuery,
  CustomersPage,
  customersQuery,
  MovementsPage,
  movementsQuery,
  Tasks,
} from './overview-business.ts';
import { Service, serviceQuery } from './overview-service.ts';
import { Provider } from './payment-methods.ts';

/** The operator's dashboard. */
export const Overview = z.object({
  /** Customer accounts. */
  customers: z.int(),
  active_campaigns: z.int(),
  /** All accounts since midnight in the operator's time zone; null while the analytics database is unavailable. */
  clicks_today: z.nullable(z.int()),
  /** Billable events in the same period: clicks and conversions. */
  events_today: z.nullable(z.int()),
  /** Of tariffs since the first of the month (UTC), without tax and refunds. */
  revenue_this_month: z.string(),
  /** Requests awaiting approval. */
  withdrawals_waiting: z.int(),
  /** Issued and unpaid. */
  open_invoices: z.object({ count: z.int(), amount: z.string() }),
  currency: z.string(),
  /** The card payment provider; null without one. */
  payment_provider: z.nullable(Provider),
  data_health: z.object({
    /** Whether the analytics database is available. Clicks are recorded either way and counted later. */
    statistics: z.enum(['ok', 'down']),
    reason: z.nullable(z.string()),
    /** Whether metrics and rows agreed in the last nightly comparison. */
    figures: DataHealth,
    /** Whether the ledger balanced in the last nightly reconciliation, and the difference. */
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
    summary: 'Returns today’s totals for the whole service.',
    response: z.object({ data: Overview }),
  }),
  business: endpoint({
    method: 'GET',
    path: '/overview/business',
    access: 'users:read',
    summary: 'Returns recurring and net revenue, churn, cohorts, the sign-up funnel and customers at risk.',
    query: businessQuery,
    response: z.object({ data: Business }),
  }),
  movements: endpoint({
    method: 'GET',
    path: '/overview/movements',
    access: 'users:read',
    summary: 'Lists the changes of recurring revenue, newest first.',
    query: movementsQuery,
    response: MovementsPage,
  }),
  customers: endpoint({
    method: 'GET',
    path: '/overview/customers',
    access: 'users:read',
    summary: 'Lists the customers behind a figure of the overview.',
    query: customersQuery,
    response: CustomersPage,
    errors: ['unavailable'],
  }),
  tasks: endpoint({
    method: 'GET',
    path: '/overview/tasks',
    access: 'users:read',
    summary: 'Returns what waits for the operator.',
    response: z.object({ data: Tasks }),
  }),
  service: endpoint({
    method: 'GET',
    path: '/overview/service',
    access: 'users:read',
    summary: 'Returns what the processes do and what needs the operator’s attention.',
    query: serviceQuery,
    response: z.object({ data: Service }),
  }),
};
