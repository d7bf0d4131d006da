import type { Goal } from '@poklik/contract/goals';
import { FUNNEL_STAGES_MAX, type FunnelStage } from '@poklik/contract/statistics-funnel';
import { ratio } from '../statistics/ratio.ts';

const LAST_STAGES = ['type:registration', 'type:deposit', 'approved'];

/** Clicks, what pages report on the way, and what is paid for. */
export const defaultStages = (goals: readonly Pick<Goal, 'number' | 'kind'>[]): string[] => [
  'clicks',
  ...goals
    .filter(({ kind }) => kind !== 'conversion_type')
    .slice(0, FUNNEL_STAGES_MAX - 1 - LAST_STAGES.length)
    .map(({ number }) => `goal_${number}`),
  ...LAST_STAGES,
];

/** With the share of the first stage and of the stage before. */
export const toFunnelStages = (stages: readonly string[], counts: readonly number[]): FunnelStage[] =>
  stages.map((stage, place) => {
    const count = counts[place] ?? 0;
    const before = counts[place - 1];
    return {
      stage,
      count,
      share: ratio(count, counts[0] ?? 0),
      step: before === undefined ? null : ratio(count, before),
    };
  });
