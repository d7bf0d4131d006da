import { GoalList } from '@poklik/contract/goals';
import { setGoals } from '@poklik/server/features/goals/goals.service';
import { type DemoEvent, daysAgo, OWNER } from './context.ts';

/** What a customer wants clicks to reach. */
export const GOALS: DemoEvent[] = [
  {
    at: daysAgo(80, 11),
    run: async ({ services, as }) => {
      const { goals } = GoalList.parse({
        goals: [
          { name: 'Кошик', kind: 'event', match: 'add_to_cart' },
          { name: 'Депозит', kind: 'conversion_type', match: 'deposit' },
        ],
      });
      await setGoals(services.db, await as(OWNER), goals);
    },
  },
];
