import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { line } from './fields.ts';

export const GOALS_MAX = 10;
/** What reaches a goal: an event that a page sends, a conversion of a type, or a click on a lander. */
export const GOAL_KINDS = ['event', 'conversion_type', 'step'] as const;

/** Name of an event, code of a conversion type, or which lander on the way: 1 to 4. */
const GoalMatch = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_.:-]{1,64}$/, 'goal_match'));

const settings = {
  name: line(1, 64),
  kind: z.enum(GOAL_KINDS),
  match: GoalMatch,
};

export const NewGoal = z.object({
  /** Its columns are `goal_1` and `goal_1_rate`. The lowest free number if omitted. */
  number: z.optional(z.int().check(z.minimum(1), z.maximum(GOALS_MAX))),
  ...settings,
});
export type NewGoal = z.infer<typeof NewGoal>;

export const Goal = z.object({ number: z.int(), ...settings });
export type Goal = z.infer<typeof Goal>;

export const GoalForm = z.object(settings);
export type GoalForm = z.infer<typeof GoalForm>;

const haveOwnNumbers = (goals: readonly NewGoal[]): boolean => {
  const numbers = goals.flatMap(({ number }) => number ?? []);
  return new Set(numbers).size === numbers.length;
};

export const GoalList = z.object({
  goals: z.array(NewGoal).check(z.maxLength(GOALS_MAX), z.refine(haveOwnNumbers, { error: 'goal_repeated' })),
});

export const goalsApi = {
  list: endpoint({
    method: 'GET',
    path: '/goals',
    access: 'statistics:read',
    summary: 'Lists the goals of the account by number.',
    response: z.object({ data: z.array(Goal) }),
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/goals',
    access: 'conversions:write',
    summary: 'Replaces the list of goals. Statistics follow at once, also for the past.',
    body: GoalList,
    response: z.object({ data: z.array(Goal) }),
    errors: ['forbidden'],
  }),
};
