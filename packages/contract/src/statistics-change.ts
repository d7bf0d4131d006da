import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { COMPARISONS, Dimension, MATURITIES, Period, REVENUE_BASES, reportQuery } from './statistics.ts';

/** Metrics whose change can be explained. Every other metric of money is derived from them. */
export const EXPLAINED_METRICS = ['profit', 'revenue', 'cost'] as const;
export type ExplainedMetric = (typeof EXPLAINED_METRICS)[number];

/**
 * What a change consists of: number of clicks, shift of clicks between values of the dimension, conversions per click,
 * share of rejected conversions, payout per conversion that isn't rejected, share of payouts that doesn't count yet, share
 * of clicks with known cost, cost per click.
 */
export const CHANGE_PARTS = [
  'volume',
  'mix',
  'conversion_rate',
  'rejections',
  'payout',
  'approval_lag',
  'known_cost',
  'cost',
] as const;
export type ChangePart = (typeof CHANGE_PARTS)[number];

/** An amount for payouts and costs, otherwise a number of clicks or a share. Null when divided by zero, and for the mix. */
const value = z.nullable(z.union([z.number(), z.string()]));

const ExplainedPart = z.object({
  part: z.enum(CHANGE_PARTS),
  /** What it adds to the metric. */
  amount: z.string(),
  /** The number or ratio that changed. For approval lag the share of pending conversions, for rejections of rejected ones. */
  before: value,
  now: value,
});
export type ExplainedPart = z.infer<typeof ExplainedPart>;

/** The clicks that a cause is about. */
const CausePlace = z.object({
  dimension: Dimension,
  /** Null for everything that isn't listed by its own. */
  key: z.nullable(z.string()),
  label: z.string(),
  short_label: z.string(),
});
export type CausePlace = z.infer<typeof CausePlace>;

const ChangeCause = z.extend(ExplainedPart, {
  /** Filters that select its clicks, the widest first; empty if all of them changed alike. */
  path: z.array(CausePlace),
});
export type ChangeCause = z.infer<typeof ChangeCause>;

const ChangeSplit = z.object({
  dimension: Dimension,
  /** They add up to the difference. Without those that add nothing. */
  parts: z.array(ExplainedPart),
  /** The largest first. Clicks that a value gained or lost, by volume or mix, are one cause. */
  causes: z.array(ChangeCause),
  /** The difference without the listed causes. */
  rest: z.string(),
});
export type ChangeSplit = z.infer<typeof ChangeSplit>;

export const ExplainedChange = z.object({
  data: z.object({
    /** Revenue instead of profit if the cost of one of the periods is unknown. */
    metric: z.enum(EXPLAINED_METRICS),
    /** `partial`: the cost of some clicks is unknown; `unknown`: of all clicks of a period. */
    cost_state: z.enum(['known', 'partial', 'unknown']),
    /** Null if the cost is asked for and unknown. */
    before: z.nullable(z.string()),
    now: z.nullable(z.string()),
    difference: z.nullable(z.string()),
    /** Whether a period has so few conversions that its rates may be chance. */
    is_uncertain: z.boolean(),
    /** By dimension, beginning with the one that explains most. */
    splits: z.array(ChangeSplit),
  }),
  meta: z.object({
    period: Period,
    previous_period: Period,
    previous_as_of: z.nullable(Timestamp),
    revenue_basis: z.enum(REVENUE_BASES),
    timezone: z.string(),
    currency: z.string(),
  }),
});
export type ExplainedChange = z.infer<typeof ExplainedChange>;

const [_none, ...COMPARED_PERIODS] = COMPARISONS;
const { group_by: _, ...scope } = reportQuery;

export const statisticsChangeApi = {
  change: endpoint({
    method: 'GET',
    path: '/statistics/change',
    access: 'statistics:read',
    summary: 'Explains why profit, revenue or cost changed: exact parts and the largest causes by dimension.',
    query: z.object({
      ...scope,
      /** Profit by default. */
      metric: z.optional(z.enum(EXPLAINED_METRICS)),
      /** The previous period by default. */
      compare: z.optional(z.enum(COMPARED_PERIODS)),
      compare_maturity: z.optional(z.enum(MATURITIES)),
    }),
    response: ExplainedChange,
    errors: ['not_found', 'forbidden'],
  }),
};
