import * as z from 'zod/mini';
import { CalendarDay, Id, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';

/** What a change of a subscription did to recurring revenue. */
export const MOVEMENTS = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const;
export const Movement = z.enum(MOVEMENTS);
export type Movement = z.infer<typeof Movement>;

export const OVERVIEW_COMPARISONS = ['previous', 'year', 'none'] as const;

/** UTC days, both inclusive; the last 30 days without them. */
export const overviewDays = {
  from: z.optional(CalendarDay),
  to: z.optional(CalendarDay),
};

export const businessQuery = z.object({
  ...overviewDays,
  compare: z.optional(z.enum(OVERVIEW_COMPARISONS)),
});

/** Recurring revenue at a moment: of a month, of a year, and how many accounts pay it. */
const Recurring = z.object({ mrr: z.string(), arr: z.string(), paying: z.int() });

const Moved = z.object({ movement: Movement, count: z.int(), mrr: z.string(), arr: z.string() });

/** Shares are fractions, null when there is nothing to divide by. */
const share = z.nullable(z.number());

export const BusinessFigures = z.object({
  from: CalendarDay,
  to: CalendarDay,
  opening: Recurring,
  closing: Recurring,
  /** The five kinds, in order. Opening and movements add up to closing. */
  movements: z.array(Moved),
  /** From the ledger: without tax, deposits and commissions, before fees of the provider. */
  net_revenue: z.string(),
  /** MRR by paying account at the end. */
  arpu: z.nullable(z.string()),
  /** Accounts that churned, of those that paid at the start. */
  churn_rate: share,
  /** Churned and contracted revenue, of the opening MRR. */
  revenue_churn_rate: share,
  /** Trials that started, that were running at the end, and that led to a payment until 30 days after their end. */
  trials: z.object({ started: z.int(), running: z.int(), converted: z.int() }),
});
export type BusinessFigures = z.infer<typeof BusinessFigures>;

/** A day, week or month, by its first day. MRR is that at its end. */
const BusinessStep = z.object({
  date: CalendarDay,
  mrr: z.string(),
  new: z.string(),
  reactivation: z.string(),
  expansion: z.string(),
  contraction: z.string(),
  churn: z.string(),
  net_revenue: z.string(),
});
export type BusinessStep = z.infer<typeof BusinessStep>;

/** Accounts that first paid in one month, and how much is left of them. */
const Cohort = z.object({
  /** The first day of the month. */
  month: CalendarDay,
  accounts: z.int(),
  mrr: z.string(),
  /** At the end of that month and of each month after it. The last one may still change. */
  left: z.array(z.object({ accounts: z.int(), accounts_share: z.number(), mrr_share: z.number() })),
});
export type Cohort = z.infer<typeof Cohort>;

/** Of the accounts that signed up in the period. Null while the analytics database is unavailable. */
const Funnel = z.object({
  signed_up: z.int(),
  verified: z.int(),
  with_campaign: z.int(),
  with_clicks: z.nullable(z.int()),
  with_conversion: z.int(),
  paid: z.int(),
});

export const RISKS = ['past_due', 'card_expires', 'cancelling', 'clicks_down', 'trial_without_card'] as const;

export const Business = z.object({
  currency: z.string(),
  figures: BusinessFigures,
  compared: z.nullable(BusinessFigures),
  interval: z.enum(['day', 'week', 'month']),
  steps: z.array(BusinessStep),
  compared_steps: z.array(BusinessStep),
  cohorts: z.array(Cohort),
  funnel: Funnel,
  top_customers: z.array(z.object({ user_id: Id, email: z.string(), name: z.string(), net_revenue: z.string() })),
  /** Paying accounts and their MRR. */
  at_risk: z.array(z.object({ risk: z.enum(RISKS), count: z.nullable(z.int()), mrr: z.nullable(z.string()) })),
});
export type Business = z.infer<typeof Business>;

/** One change of one account. */
export const MovementRow = z.object({
  user_id: Id,
  email: z.string(),
  name: z.string(),
  at: Timestamp,
  movement: Movement,
  /** In the request's language. */
  tariff: z.string(),
  period: z.enum(['month', 'year']),
  invoice_id: z.nullable(Id),
  mrr: z.string(),
  arr: z.string(),
});
export type MovementRow = z.infer<typeof MovementRow>;

export const movementsQuery = z.object({
  ...pageQuery(['at', 'amount']),
  ...overviewDays,
  movement: z.optional(Movement),
});

export const MovementsPage = z.extend(page(MovementRow), {
  currency: z.string(),
  opening: Recurring,
  closing: Recurring,
  movements: z.array(Moved),
});

/** Customers behind a figure of the overview. Those about now ignore the period. */
export const CUSTOMER_LISTS = [
  'paying',
  'revenue',
  'signed_up',
  'verified',
  'with_campaign',
  'with_clicks',
  'with_conversion',
  'paid',
  'trials_started',
  'trials_running',
  'trials_converted',
  ...RISKS,
  'quota_reached',
  'charge_failed',
  'charge_unknown',
  'disputed',
  'same_person',
  'sign_ups_from_network',
  'failing_cards',
] as const;
export const CustomerList = z.enum(CUSTOMER_LISTS);
export type CustomerList = z.infer<typeof CustomerList>;

export const customersQuery = z.object({ ...pageQuery(['email', 'amount']), ...overviewDays, list: CustomerList });

export const CustomersPage = z.extend(
  page(
    z.object({
      user_id: Id,
      email: z.string(),
      name: z.string(),
      /** In the request's language. */
      tariff: z.nullable(z.string()),
      created_at: Timestamp,
      /** MRR, or net revenue in the list `revenue`; null in lists that are about accounts only. */
      amount: z.nullable(z.string()),
    }),
  ),
  { currency: z.string(), amount: z.nullable(z.string()) },
);
export type CustomerRow = z.infer<typeof CustomersPage>['data'][number];

export const TASKS = [
  'withdrawals',
  'commissions_on_hold',
  'open_invoices',
  'bank_lines',
  'charge_failed',
  'charge_unknown',
  'disputed',
  'quota_reached',
  'same_person',
  'sign_ups_from_network',
  'failing_cards',
  'help_requests',
] as const;

export const Tasks = z.object({
  currency: z.string(),
  /** Only what waits, in the order of the work. */
  tasks: z.array(
    z.object({
      task: z.enum(TASKS),
      count: z.int(),
      amount: z.nullable(z.string()),
      /** Since when the oldest waits. */
      since: z.nullable(Timestamp),
    }),
  ),
});
export type Tasks = z.infer<typeof Tasks>;
