import { type StatisticsPanel, statisticsApi } from '@poklik/contract/statistics';
import { dayAt } from '@poklik/domain/statistics/calendar';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { call } from '../../../../api/client.ts';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { campaignQuery } from '../../form/campaign.queries.ts';

const REFRESH_MS = 30_000;
/** Losing and earning campaigns together: half of them each, if there are as many. */
export const SHOWN = 4;

const byProfit = (order: 'asc' | 'desc'): StatisticsPanel => ({
  group_by: ['campaign'],
  sort: 'profit',
  order,
  per_page: SHOWN,
});

/** Today's totals with yesterday's up to the same time, and the campaigns with the lowest and highest profit. */
export function useToday() {
  const language = useLanguage();
  const { timezone, team } = useCurrentUser();
  const day = dayAt(timezone, Date.now());
  const query = {
    start_date: day,
    end_date: day,
    timezone,
    compare: 'previous',
    interval: 'none',
    ...(team.can_see_money && { panels: JSON.stringify([byProfit('asc'), byProfit('desc')]) }),
  } as const;
  return useQuery({
    queryKey: ['statistics', 'today', language, query],
    queryFn: ({ signal }) => call(statisticsApi.get, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    select: ({ data: { summary, previous, panels = [] } }) => ({
      summary,
      previous,
      lowest: panels[0]?.rows ?? [],
      highest: panels[1]?.rows ?? [],
    }),
  });
}

/** Campaigns by ID, as far as they are loaded; deleted ones are missing. */
export function useCampaignsById(ids: readonly number[]) {
  const answers = useQueries({ queries: ids.map((id) => ({ ...campaignQuery(id), retry: false })) });
  return new Map(answers.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
}
