import type { OutgoingPostback } from '@poklik/contract/campaigns';
import { outgoingApi, type SecretForm } from '@poklik/contract/outgoing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/client.ts';

const SECRETS = ['outgoing', 'secrets'] as const;

/** The request with sample values; nothing is sent. */
export const useRequest = (postback: OutgoingPostback | null) =>
  useQuery({
    queryKey: ['outgoing', 'test', postback],
    queryFn: async ({ signal }) =>
      (await call(outgoingApi.test, { body: { postback: postback as OutgoingPostback } }, { signal })).data,
    enabled: postback !== null,
    gcTime: 0,
  });

export const useSecrets = (enabled: boolean) =>
  useQuery({
    queryKey: SECRETS,
    queryFn: async ({ signal }) => (await call(outgoingApi.secrets, {}, { signal })).data,
    enabled,
  });

function useWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: () => client.invalidateQueries({ queryKey: SECRETS }) })
    .mutateAsync;
}

export const useSaveSecret = () => useWrite((body: SecretForm) => call(outgoingApi.saveSecret, { body }));
export const useRemoveSecret = () => useWrite((name: string) => call(outgoingApi.removeSecret, { params: { name } }));
