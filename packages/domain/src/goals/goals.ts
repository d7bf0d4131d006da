import { GOALS_MAX, type NewGoal } from '@poklik/contract/goals';

/** The list by number; goals without one get the lowest that are free. */
export function numberGoals<G extends Pick<NewGoal, 'number'>>(goals: readonly G[]): (G & { number: number })[] {
  const taken = new Set(goals.flatMap(({ number }) => number ?? []));
  const free = Array.from({ length: GOALS_MAX }, (_, place) => place + 1).filter((number) => !taken.has(number));
  return goals
    .map((goal) => ({ ...goal, number: goal.number ?? free.shift() ?? GOALS_MAX }))
    .toSorted((one, other) => one.number - other.number);
}
