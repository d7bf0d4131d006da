import { customerBillingApi } from '@poklik/contract/customer-billing';
import { type CustomerLimits, customersApi } from '@poklik/contract/customers';
import type { RequestOf } from '@poklik/contract/endpoint';
import { usersApi } from '@poklik/contract/users';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const USERS = ['users'] as const;
const params = (id: number) => ({ id: String(id) });
type PageQuery = RequestOf<typeof customersApi.notes>['query'];

export const useCustomer = (id: number) =>
  useQuery({
    queryKey: [...USERS, 'one', id],
    queryFn: ({ signal }) => call(usersApi.get, { params: params(id) }, { signal }),
    select: ({ data }) => data,
  });

export const useCustomerUsage = (id: number) =>
  useQuery({
    queryKey: [...USERS, 'usage', id],
    queryFn: ({ signal }) => call(customerBillingApi.usage, { params: params(id) }, { signal }),
    select: ({ data }) => data,
  });

export const useCustomerMoney = (id: number) =>
  useQuery({
    queryKey: [...USERS, 'money', id],
    queryFn: ({ signal }) => call(customerBillingApi.money, { params: params(id) }, { signal }),
    select: ({ data }) => data,
  });

export const useCustomerCampaigns = (id: number, query: RequestOf<typeof customersApi.campaigns>['query']) =>
  useQuery({
    queryKey: [...USERS, 'campaigns', id, query],
    queryFn: ({ signal }) => call(customersApi.campaigns, { params: params(id), query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export const useCustomerPayments = (id: number, query: PageQuery) =>
  useQuery({
    queryKey: [...USERS, 'payments', id, query],
    queryFn: ({ signal }) => call(customerBillingApi.payments, { params: params(id), query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export const useTariffChanges = (id: number, query: RequestOf<typeof customerBillingApi.tariffs>['query']) =>
  useQuery({
    queryKey: [...USERS, 'tariffs', id, query],
    queryFn: ({ signal }) => call(customerBillingApi.tariffs, { params: params(id), query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export const useSentEmails = (id: number, query: PageQuery) =>
  useQuery({
    queryKey: [...USERS, 'emails', id, query],
    queryFn: ({ signal }) => call(customersApi.emails, { params: params(id), query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export const useNotes = (id: number, query: PageQuery) =>
  useQuery({
    queryKey: [...USERS, 'notes', id, query],
    queryFn: ({ signal }) => call(customersApi.notes, { params: params(id), query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

/** What is shown is refetched before the mutation settles. */
function useCustomerWrite<Input, Answer>(write: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: () => client.invalidateQueries({ queryKey: USERS }) });
}

export const useAddNote = (id: number) =>
  useCustomerWrite((text: string) => call(customersApi.addNote, { params: params(id), body: { text } }));

export const useRemoveNote = (id: number) =>
  useCustomerWrite((noteId: number) =>
    call(customersApi.removeNote, { params: { ...params(id), note_id: String(noteId) } }),
  );

export const useSetTags = (id: number) =>
  useCustomerWrite((tags: string[]) => call(customersApi.setTags, { params: params(id), body: { tags } }));

export const useSetLimits = (id: number) =>
  useCustomerWrite((body: CustomerLimits) => call(customerBillingApi.setLimits, { params: params(id), body }));
