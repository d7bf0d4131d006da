import { type ApiToken, apiTokensApi, type NewApiToken } from '@poklik/contract/api-tokens';
import { campaignsApi } from '@poklik/contract/campaigns';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const LIST = ['api-tokens', 'list'] as const;

/** All on one page: there are never many. */
export const useApiTokens = () =>
  useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => call(apiTokensApi.list, {}, { signal }),
    select: ({ data, limits }) => ({
      rows: data,
      limits,
      links: { prev: null, next: null },
      meta: { current_page: 1, last_page: 1, per_page: limits.tokens, total: data.length, links: [] },
    }),
  });

/** A campaign for the examples. */
export const useFirstCampaign = () =>
  useQuery({
    queryKey: ['api-tokens', 'campaign'],
    queryFn: ({ signal }) => call(campaignsApi.list, { query: { per_page: '1' } }, { signal }),
    select: ({ data }) => data[0],
  });

/** Waits for the refetched list, so dialogs close over fresh data. */
function useTokenWrite<Input, Answer>(write: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: () => client.invalidateQueries({ queryKey: LIST }) });
}

const params = ({ id }: ApiToken) => ({ id: String(id) });

export const useCreateToken = () => useTokenWrite((body: NewApiToken) => call(apiTokensApi.create, { body }));
export const useRotateToken = () =>
  useTokenWrite((token: ApiToken) => call(apiTokensApi.rotate, { params: params(token) }));
export const useRevokeToken = () =>
  useTokenWrite((token: ApiToken) => call(apiTokensApi.remove, { params: params(token) }));
