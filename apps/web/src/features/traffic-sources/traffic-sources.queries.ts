import { type TrafficSourceBody, trafficSourcesApi } from '@poklik/contract/traffic-sources';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { currentLanguage } from '../../i18n/i18n.ts';

const ALL = ['traffic-sources'] as const;

/** Notes are in the user's language. */
export const useTrafficSources = () =>
  useQuery({
    queryKey: [...ALL, currentLanguage()],
    queryFn: async ({ signal }) => (await call(trafficSourcesApi.list, {}, { signal })).data,
  });

/** Campaign forms offer the templates too. */
function useWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ALL }),
        client.invalidateQueries({ queryKey: ['campaigns', 'options'] }),
      ]),
  }).mutateAsync;
}

export const useSaveSource = (id: number | undefined) =>
  useWrite((body: TrafficSourceBody) =>
    id === undefined
      ? call(trafficSourcesApi.create, { body })
      : call(trafficSourcesApi.update, { params: { id: String(id) }, body }),
  );

export const useRemoveSource = () =>
  useWrite((id: number) => call(trafficSourcesApi.remove, { params: { id: String(id) } }));
