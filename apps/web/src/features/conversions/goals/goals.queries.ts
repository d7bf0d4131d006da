import { goalsApi, type NewGoal } from '@poklik/contract/goals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

/** Saves the whole list. Statistics and campaigns have its columns. */
export function useReplaceGoals() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (goals: readonly NewGoal[]) => call(goalsApi.replace, { body: { goals: [...goals] } }),
    onSuccess: () => client.invalidateQueries(),
  });
}
