import { costsApi } from '@poklik/contract/costs';
import type { RequestOf } from '@poklik/contract/endpoint';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const ALL = ['costs'] as const;
/** Statistics follow an entry within seconds. */
const REFRESH_PENDING_MS = 2_000;

export const useCostsPage = (query: RequestOf<typeof costsApi.list>['query']) =>
  useQuery({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => call(costsApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ is_applied }) => !is_applied) ? REFRESH_PENDING_MS : false,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

type NewCosts = RequestOf<typeof costsApi.create>['body'];
type Import = RequestOf<typeof costsApi.import>['body'];

/** A dry run changes nothing. */
function useWrite<Input extends { dry_run?: boolean | undefined }, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (_, { dry_run: isDryRun }) => {
      if (!isDryRun) void client.invalidateQueries();
    },
  });
}

export const useAddCosts = () => useWrite(async (body: NewCosts) => (await call(costsApi.create, { body })).data);
export const useImportCosts = () => useWrite(async (body: Import) => (await call(costsApi.import, { body })).data);
export const useUndoCost = () =>
  useWrite(
    async ({ id }: { id: number; dry_run?: boolean }) =>
      (await call(costsApi.undo, { params: { id: String(id) }, body: {} })).data,
  );
