import type { RequestOf } from '@poklik/contract/endpoint';
import type { Language } from '@poklik/contract/language';
import type { LiveClick } from '@poklik/contract/live-click';
import { type Statistics, statisticsApi } from '@poklik/contract/statistics';
import { statisticsChangeApi } from '@poklik/contract/statistics-change';
import { statisticsCostApi } from '@poklik/contract/statistics-cost';
import { statisticsFunnelApi } from '@poklik/contract/statistics-funnel';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { listen } from '../../api/events.ts';
import { useLanguage } from '../../i18n/use-language.ts';

const ALL = ['statistics'] as const;
export const METRICS_KEY = [...ALL, 'figures'] as const;
/** Refetch interval of a current period. */
const TICK_MS = 30_000;
/** The user is waiting for the first click. */
const FIRST_TICK_MS = 5_000;
const LIVE_SHOWN = 20;

export type MetricsRequest = RequestOf<(typeof statisticsApi)['get']>['query'];
type ExportRequest = RequestOf<(typeof statisticsApi)['export']>['query'];

/** `goesOn` says that the period includes today. */
export function refreshInterval(answer: Statistics | undefined, goesOn: boolean): number | false {
  if (!goesOn) return false;
  const hasNone = answer?.data.summary.clicks === 0 && answer.meta.first_click_at === null;
  return hasNone ? FIRST_TICK_MS : TICK_MS;
}

/** One breakdown outside the screen's own call. Labels depend on the language. */
export const metricsQuery = (request: MetricsRequest, { language, goesOn }: { language: Language; goesOn: boolean }) =>
  queryOptions({
    queryKey: [...METRICS_KEY, language, request],
    queryFn: ({ signal }) => call(statisticsApi.get, { query: request }, { signal }),
    refetchInterval: ({ state }) => refreshInterval(state.data, goesOn),
  });

/** The same as a hook. Old data stays until the new arrives; a newer query cancels the older. */
export function useMetrics(
  request: MetricsRequest,
  { goesOn, enabled = true }: { goesOn: boolean; enabled?: boolean },
) {
  const language = useLanguage();
  return useQuery({ ...metricsQuery(request, { language, goesOn }), placeholderData: keepPreviousData, enabled });
}

export type ChangeRequest = RequestOf<(typeof statisticsChangeApi)['change']>['query'];

/** Why a metric changed. Labels depend on the language. */
export function useChange(request: ChangeRequest) {
  const language = useLanguage();
  return useQuery({
    queryKey: [...ALL, 'change', language, request],
    queryFn: ({ signal }) => call(statisticsChangeApi.change, { query: request }, { signal }),
  });
}

export type CostDetailsRequest = RequestOf<(typeof statisticsCostApi)['cost']>['query'];

/** Where a cost comes from. */
export const useCostDetails = (request: CostDetailsRequest) =>
  useQuery({
    queryKey: [...ALL, 'cost', request],
    queryFn: ({ signal }) => call(statisticsCostApi.cost, { query: request }, { signal }),
  });

export type FunnelRequest = RequestOf<(typeof statisticsFunnelApi)['funnel']>['query'];

/** How many clicks reach each stage. */
export const useFunnel = (request: FunnelRequest, { goesOn }: { goesOn: boolean }) =>
  useQuery({
    queryKey: [...METRICS_KEY, 'funnel', request],
    queryFn: ({ signal }) => call(statisticsFunnelApi.funnel, { query: request }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: goesOn ? TICK_MS : false,
  });

export function useRefreshMetrics(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: METRICS_KEY });
}

/** Exports the same query as a file. */
export const useExport = () =>
  useMutation({
    mutationFn: (query: ExportRequest) =>
      download(
        statisticsApi.export,
        { query: query as Record<string, string> },
        `statistics-${query.start_date}-${query.end_date}.csv`,
      ),
  });

/** Live clicks, newest first; null until the first response. */
export function useLiveClicks(isOn: boolean): LiveClick[] | null {
  const [clicks, setClicks] = useState<LiveClick[] | null>(null);
  useEffect(() => {
    if (!isOn) return;
    return listen(statisticsApi.live, { query: {} }, (event) =>
      // A transition, so user input has priority.
      startTransition(() =>
        setClicks((before) => {
          const fresh = new Set(event.clicks.map(({ click_id }) => click_id));
          const kept = (before ?? []).filter(({ click_id }) => !fresh.has(click_id));
          return [...event.clicks, ...kept].slice(0, LIVE_SHOWN);
        }),
      ),
    );
  }, [isOn]);
  return clicks;
}
