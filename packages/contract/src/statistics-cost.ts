import * as z from 'zod/mini';
import { CostEntry } from './costs.ts';
import { endpoint } from './endpoint.ts';
import { Period, reportQuery } from './statistics.ts';

/**
 * `link`: the link carried it. `price`: the campaign's price of a click. `impressions`: its price of impressions.
 * `conversions`: what it pays per conversion, or as a share of revenue. `corrections`: what cost entries add or take.
 */
export const COST_ORIGINS = ['link', 'price', 'impressions', 'conversions', 'corrections'] as const;
export type CostOrigin = (typeof COST_ORIGINS)[number];

/** The entries that changed the cost most. */
export const CORRECTIONS_SHOWN = 20;

/** Null if some of it is in a currency without a rate. */
const cost = z.nullable(z.string());

const CostCorrection = z.object({
  entry: z.pick(CostEntry, {
    ...{ id: true, campaign: true, source: true, author: true, created_at: true, note: true },
    ...{ mode: true, kind: true, amount: true, currency: true },
  }),
  /** What it adds to the cost of the report, or takes from it. */
  cost,
});
export type CostCorrection = z.infer<typeof CostCorrection>;

export const CostDetails = z.object({
  data: z.object({
    /** Null if it is unknown. */
    cost,
    clicks: z.int(),
    /** Clicks without a known cost. */
    unpriced_clicks: z.int(),
    /** They add up to the cost. Without origins of nothing. */
    origins: z.array(z.object({ origin: z.enum(COST_ORIGINS), cost })),
    /** The largest first; only for callers who may read costs. */
    corrections: z.array(CostCorrection),
    corrections_total: z.int(),
  }),
  meta: z.object({ period: Period, timezone: z.string(), currency: z.string() }),
});
export type CostDetails = z.infer<typeof CostDetails>;

const { group_by: _, revenue_basis: __, ...scope } = reportQuery;

export const statisticsCostApi = {
  cost: endpoint({
    method: 'GET',
    path: '/statistics/cost',
    access: 'statistics:read',
    summary: 'Says where the cost of a report comes from: links, prices and cost corrections.',
    query: z.object(scope),
    response: CostDetails,
    errors: ['not_found', 'forbidden'],
  }),
};
