import type { RequestOf } from '@poklik/contract/endpoint';
import { overviewApi } from '@poklik/contract/overview';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const REFRESH_MS = 30_000;

export const useOverview = () =>
  useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => call(overviewApi.get, {}, { signal }),
    refetchInterval: REFRESH_MS,
    select: (answer) => answer.data,
  });

export const useTasks = () =>
  useQuery({
    queryKey: ['overview', 'tasks'],
    queryFn: ({ signal }) => call(overviewApi.tasks, {}, { signal }),
    refetchInterval: REFRESH_MS,
    select: (answer) => answer.data,
  });

export const useBusiness = (query: RequestOf<typeof overviewApi.business>['query']) =>
  useQuery({
    queryKey: ['overview', 'business', query],
    queryFn: ({ signal }) => call(overviewApi.business, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: (answer) => answer.data,
  });

export const useMovements = (query: RequestOf<typeof overviewApi.movements>['query']) =>
  useQuery({
    queryKey: ['overview', 'movements', query],
    queryFn: ({ signal }) => call(overviewApi.movements, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta, ...totals }) => ({ rows: data, links, meta, totals }),
  });

export const useCustomers = (query: RequestOf<typeof overviewApi.customers>['query']) =>
  useQuery({
    queryKey: ['overview', 'customers', query],
    queryFn: ({ signal }) => call(overviewApi.customers, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta, ...totals }) => ({ rows: data, links, meta, totals }),
  });

export const useService = (query: RequestOf<typeof overviewApi.service>['query']) =>
  useQuery({
    queryKey: ['overview', 'service', query],
    queryFn: ({ signal }) => call(overviewApi.service, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    select: (answer) => answer.data,
  });
