import { clicksApi } from '@poklik/contract/clicks';
import { conversionsApi } from '@poklik/contract/conversions';
import { type Dimension, type Statistics, statisticsApi } from '@poklik/contract/statistics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { ReportPeriod } from '../../../widgets/report-period.ts';

const REFRESH_MS = 30_000;
/** Events can arrive at any time. */
const EVENTS_REFRESH_MS = 15_000;
const EVENTS_SHOWN = '10';
const PAGE_ROWS = '100';

/** Every row of a report by one dimension: a campaign has at most 560 destinations. */
async function listRows(period: ReportPeriod['query'], dimension: Dimension, signal: AbortSignal) {
  const rows: Statistics['data']['rows'] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await call(
      statisticsApi.get,
      { query: { ...period, group_by: dimension, interval: 'none', page: String(page), per_page: PAGE_ROWS } },
      { signal },
    );
    rows.push(...data.rows);
    if (page >= meta.last_page) return { rows, summary: data.summary };
  }
}

/** The campaign's metrics by rule and by destination. */
export function usePathMetrics({ query, goesOn }: ReportPeriod) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['statistics', 'path', language, query],
    queryFn: async ({ signal }) => {
      const [rules, destinations] = await Promise.all([
        listRows(query, 'rule', signal),
        listRows(query, 'destination', signal),
      ]);
      return { summary: rules.summary, byRule: rules.rows, byDestination: destinations.rows };
    },
    placeholderData: keepPreviousData,
    refetchInterval: goesOn ? REFRESH_MS : false,
  });
}

export const useLastClicks = (campaignId: number) =>
  useQuery({
    queryKey: ['clicks', 'last', campaignId],
    queryFn: ({ signal }) =>
      call(clicksApi.list, { query: { company_id: String(campaignId), per_page: EVENTS_SHOWN } }, { signal }),
    select: ({ data }) => data,
    refetchInterval: EVENTS_REFRESH_MS,
  });

export const useLastPostbacks = (campaignId: number) =>
  useQuery({
    queryKey: ['conversions', 'last-postbacks', campaignId],
    queryFn: ({ signal }) =>
      call(conversionsApi.postbacks, { query: { company_id: String(campaignId), per_page: EVENTS_SHOWN } }, { signal }),
    select: ({ data }) => data,
    refetchInterval: EVENTS_REFRESH_MS,
  });
