import type { goalsApi } from '@poklik/contract/goals';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { listGoals } from './goals.repo.ts';
import { setGoals } from './goals.service.ts';

export function goalsRoutes({ db }: Services): Handlers<typeof goalsApi> {
  return {
    list: async ({ accountId }) => ({ data: await listGoals(db, accountId) }),
    replace: async (caller, { body }) => ({ data: await setGoals(db, caller, body.goals) }),
  };
}
