import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Period, reportQuery } from './statistics.ts';

/** Metrics of a report that may be a stage. */
export const FUNNEL_METRICS = ['clicks', 'unique_clicks', 'event_clicks', 'conversions', 'approved'] as const;
export type FunnelMetric = (typeof FUNNEL_METRICS)[number];
export const FUNNEL_STAGES_MAX = 8;
/** Following each click reads every row. */
export const STRICT_DAYS_MAX = 31;

const STAGE = new RegExp(
  `^(?:${FUNNEL_METRICS.join('|')}|goal_(?:[1-9]|10)|event:[A-Za-z0-9_.:-]{1,64}|type:[a-z0-9][a-z0-9_.-]{0,31})$`,
);
/** A metric, a goal, an event or a conversion type, as `clicks`, `goal_1`, `event:add_to_cart` or `type:deposit`. */
export const isFunnelStage = (text: string): boolean => STAGE.test(text);

const readStages = (text: string): string[] => text.split(',');

const stages = z.pipe(
  z.string().check(
    z.maxLength(FUNNEL_STAGES_MAX * 71),
    z.refine(
      (text) => {
        const names = readStages(text);
        return names.every(isFunnelStage) && names.length <= FUNNEL_STAGES_MAX && new Set(names).size === names.length;
      },
      { error: 'stages' },
    ),
  ),
  z.pipe(z.transform(readStages), z.array(z.string())),
);

export const FUNNEL_ORDERS = ['any', 'strict'] as const;

const FunnelStage = z.object({
  stage: z.string(),
  /** Clicks that reached it; with `order=any` conversions count one by one. */
  count: z.int(),
  /** Of the first stage. Null when divided by zero. */
  share: z.nullable(z.number()),
  /** Of the stage before. */
  step: z.nullable(z.number()),
});
export type FunnelStage = z.infer<typeof FunnelStage>;

export const Funnel = z.object({
  data: z.object({ stages: z.array(FunnelStage) }),
  meta: z.object({ period: Period, timezone: z.string(), order: z.enum(FUNNEL_ORDERS) }),
});
export type Funnel = z.infer<typeof Funnel>;

const { group_by: _, revenue_basis: __, time_basis: ___, ...scope } = reportQuery;

export const statisticsFunnelApi = {
  funnel: endpoint({
    method: 'GET',
    path: '/statistics/funnel',
    access: 'statistics:read',
    summary: 'Returns how many clicks reach each stage of a funnel.',
    query: z.object({
      ...scope,
      /** Up to eight, comma-separated, as `clicks,event:add_to_cart,type:registration,goal_1,approved`; by default clicks, goals reached by events, registrations, deposits and approved conversions. */
      stages: z.optional(stages),
      /** `strict` follows each click: a stage counts after the one before. Up to 31 days. */
      order: z.optional(z.enum(FUNNEL_ORDERS)),
    }),
    response: Funnel,
    errors: ['not_found', 'forbidden'],
  }),
};
