import { type Domain, type DomainSettings, domainsApi, type LinkAlias } from '@poklik/contract/domains';
import type { RequestOf } from '@poklik/contract/endpoint';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const DOMAINS = ['domains'] as const;
const LIST = [...DOMAINS, 'list'] as const;
/** Campaigns show links on domains. */
const CAMPAIGNS = ['campaigns'] as const;

/** A new domain is checked every 30 seconds and its certificate comes soon after, so neither is shown much later. */
const WAITING_REFRESH_MS = 10_000;
const REFRESH_MS = 60_000;

const isWaiting = ({ status, checks }: Domain): boolean =>
  status === 'pending' || checks.certificate.code === 'certificate_ordered';

/** The account's domains, refetched while the page is visible. */
export const useDomains = () =>
  useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => call(domainsApi.list, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isWaiting) ? WAITING_REFRESH_MS : REFRESH_MS),
    select: ({ data }) => data,
  });

export const useAllDomains = (query: RequestOf<typeof domainsApi.all>['query']) =>
  useQuery({
    queryKey: [...DOMAINS, 'all', query],
    queryFn: ({ signal }) => call(domainsApi.all, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

/** Waits for the refetched list, so dialogs close over fresh data. */
function useDomainWrite<Input, Answer>(write: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: async () => {
      await Promise.all([DOMAINS, CAMPAIGNS].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

const idOf = ({ id }: Pick<Domain, 'id'>) => ({ id: String(id) });

export const useAddDomain = () => useDomainWrite((host: string) => call(domainsApi.create, { body: { host } }));
export const useCheckDomain = () =>
  useDomainWrite((domain: Domain) => call(domainsApi.check, { params: idOf(domain) }));
export const useChangeDomain = () =>
  useDomainWrite(({ domain, settings }: { domain: Domain; settings: DomainSettings }) =>
    call(domainsApi.update, { params: idOf(domain), body: settings }),
  );
export const useRemoveDomain = () =>
  useDomainWrite(({ domain, moveTo }: { domain: Domain; moveTo: string | null }) =>
    call(domainsApi.remove, { params: idOf(domain), query: moveTo === null ? {} : { move_to: moveTo } }),
  );

export const useSuspendDomain = () =>
  useDomainWrite(({ domain, reason }: { domain: Domain; reason: string }) =>
    call(domainsApi.suspend, { params: idOf(domain), body: { reason } }),
  );
export const useLiftSuspension = () =>
  useDomainWrite((domain: Domain) => call(domainsApi.lift, { params: idOf(domain) }));
export const useRemoveAnyDomain = () =>
  useDomainWrite((domain: Domain) => call(domainsApi.removeAny, { params: idOf(domain) }));

const aliasesKey = (campaignId: number) => [...DOMAINS, 'aliases', campaignId];

export const useAliases = (campaignId: number) =>
  useQuery({
    queryKey: aliasesKey(campaignId),
    queryFn: ({ signal }) => call(domainsApi.aliases, { params: { id: String(campaignId) } }, { signal }),
    select: ({ data }) => data,
  });

export function useSetAliases(campaignId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (aliases: LinkAlias[]) =>
      call(domainsApi.setAliases, { params: { id: String(campaignId) }, body: { aliases } }),
    onSuccess: (saved) => client.setQueryData(aliasesKey(campaignId), saved),
  });
}
