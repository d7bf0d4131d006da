import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParams, Timestamp } from './fields.ts';
import { OPTIMISE_GOALS, SetUid } from './routing.ts';

/** `fixed`: the owner's weights hold. `waiting`: the first round is still to come. */
const LearningState = z.enum(['fixed', 'waiting', 'warming_up', 'learned']);
export type LearningState = z.infer<typeof LearningState>;

const Share = z.number();

const LearningTarget = z.object({
  uid: z.string(),
  name: z.string(),
  url: z.string(),
  active: z.boolean(),
  /** Of the visitors of the set now, out of 1. */
  share: Share,
  /** Clicks that were led there in the time that learning looks at, and their conversions; null before the first round. */
  clicks: z.nullable(z.int()),
  conversions: z.nullable(z.int()),
  /** Conversions of these clicks that are still to come. */
  due: z.nullable(z.number()),
  /** What a click brings in the end: conversions, or an amount in the base currency. Null without financial data. */
  value: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  /** Probability that no other destination is better. */
  best: z.nullable(Share),
});
export type LearningTarget = z.infer<typeof LearningTarget>;

const WeightsEpoch = z.object({
  /** Rises with every change of the weights of the campaign. */
  epoch: z.int(),
  at: Timestamp,
  /** By identity of the destination; null when the owner's weights hold again. */
  shares: z.nullable(z.array(z.object({ uid: z.string(), share: Share }))),
});
export type WeightsEpoch = z.infer<typeof WeightsEpoch>;

export const SetLearning = z.object({
  state: LearningState,
  goal: z.enum(OPTIMISE_GOALS),
  /** Share of the visitors that every destination keeps. */
  floor: Share,
  warm_up: z.int(),
  half_life_days: z.int(),
  targets: z.array(LearningTarget),
  /** How surely the best destination beats the next one. */
  beats: z.nullable(z.object({ uid: z.string(), other: z.string(), probability: Share })),
  checked_at: z.nullable(Timestamp),
  /** The latest changes of the weights, oldest first. */
  history: z.array(WeightsEpoch),
});
export type SetLearning = z.infer<typeof SetLearning>;

export const learningApi = {
  get: endpoint({
    method: 'GET',
    path: '/companies/{id}/sets/{uid}/learning',
    access: 'campaigns:read',
    summary: 'Returns what a set of destinations has learned: weights, reasons and history.',
    params: z.extend(IdParams, { uid: SetUid }),
    response: z.object({ data: SetLearning }),
  }),
};
