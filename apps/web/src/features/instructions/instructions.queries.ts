import { campaignsApi } from '@poklik/contract/campaigns';
import { type Instruction, type InstructionBody, instructionsApi } from '@poklik/contract/instructions';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const instructionsQuery = queryOptions({
  queryKey: ['instructions'],
  queryFn: async ({ signal }) => (await call(instructionsApi.list, {}, { signal })).data,
});

export const useInstructions = () => useQuery(instructionsQuery);

/** The user's newest campaigns, plus the one in the URL. */
export function useOwnCampaigns(enabled: boolean, named: number | null) {
  const newest = useQuery({
    queryKey: ['instructions', 'campaigns'],
    queryFn: ({ signal }) => {
      const query = { per_page: '100', sort: 'created_at', order: 'desc' } as const;
      return call(campaignsApi.list, { query }, { signal });
    },
    enabled,
    // Includes campaigns created or activated just now.
    staleTime: 0,
  });
  const { data: own, meta } = newest.data ?? {};
  const isOlder = own !== undefined && named !== null && !own.some(({ id }) => id === named);
  const older = useQuery({
    queryKey: ['campaigns', 'option', String(named)],
    queryFn: ({ signal }) => call(campaignsApi.get, { params: { id: String(named) } }, { signal }),
    enabled: isOlder,
  });
  return {
    campaigns: own && [...own, ...(isOlder && older.data ? [older.data.data] : [])],
    isMore: own !== undefined && meta !== undefined && meta.total > own.length,
  };
}

/** Stores a write's response in the cached list. */
function useListWrite<Input, Answer>(
  write: (input: Input) => Promise<Answer>,
  changed: (list: Instruction[], answer: Answer, input: Input) => Instruction[],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (answer, input) => {
      client.setQueryData(instructionsQuery.queryKey, (list) => list && changed(list, answer, input));
    },
  }).mutateAsync;
}

export const useSaveInstruction = (id: number | undefined) =>
  useListWrite(
    async (body: InstructionBody) =>
      id === undefined
        ? (await call(instructionsApi.create, { body })).data
        : (await call(instructionsApi.update, { params: { id: String(id) }, body })).data,
    (list, saved) => (id === undefined ? [...list, saved] : list.map((each) => (each.id === saved.id ? saved : each))),
  );

export const useRemoveInstruction = () =>
  useListWrite(
    (id: number) => call(instructionsApi.remove, { params: { id: String(id) } }),
    (list, _answer, id) => list.filter((each) => each.id !== id),
  );

export const useReorderInstructions = () =>
  useListWrite(
    async (ids: number[]) => (await call(instructionsApi.reorder, { body: { ids } })).data,
    (_list, sorted) => sorted,
  );
