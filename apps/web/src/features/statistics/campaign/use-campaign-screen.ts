import { dayAt } from '@poklik/domain/statistics/calendar';
import { presetDays } from '@poklik/domain/statistics/presets';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import type { ReportPeriod } from '../../../widgets/report-period.ts';
import { DEFAULTS, readState, type StatisticsState, withoutMoney, writeState } from '../statistics-state.ts';
import { type Changes, periodControl, type ReportTarget, type StatisticsScreen } from '../use-statistics-state.ts';

/** The parts of the statistics state that the overview keeps in its URL. */
const own = ({ period, compare, revenue, metric, interval }: StatisticsState): StatisticsState => ({
  ...DEFAULTS,
  period,
  compare,
  revenue,
  metric,
  interval,
});

/** Period, comparison and chart metric of a campaign's overview, kept in its URL as in statistics. */
export function useCampaignScreen(campaignId: number): {
  screen: StatisticsScreen;
  period: ReportPeriod;
  report: ReportTarget;
} {
  const { search } = useLocation();
  const navigate = useNavigate();
  const localizedPath = useLocalizedPath();
  const { timezone, team } = useCurrentUser();
  const { can_see_money: seesMoney } = team;
  const state = useMemo(() => {
    const read = own(readState(search));
    return seesMoney ? read : withoutMoney(read);
  }, [search, seesMoney]);
  const today = dayAt(timezone, Date.now());
  const days = typeof state.period === 'string' ? presetDays(state.period, today) : state.period;
  const to = (changes: Changes) => {
    const params = new URLSearchParams(writeState({ ...state, ...changes }));
    return { search: `?${new URLSearchParams([['tab', 'overview'], ...params])}` };
  };
  const change: StatisticsScreen['change'] = (changes, options) =>
    navigate(to(changes), { preventScrollReset: true, ...options });
  const ownReport: StatisticsState = {
    ...state,
    interval: null,
    filters: [{ dimension: 'campaign', operator: 'in', values: [String(campaignId)] }],
  };
  const toReport: ReportTarget['to'] = (changes) => ({
    pathname: localizedPath(paths.statistics),
    search: writeState({ ...ownReport, ...changes }),
  });
  const query = { company_id: String(campaignId), start_date: days.start, end_date: days.end, timezone };
  const { company_id: _, ...dates } = query;
  return {
    screen: {
      periods: periodControl({ state, days, today, to, change }),
      state,
      seesMoney,
      days,
      today,
      timezone,
      question: { ...dates, time_basis: state.basis, revenue_basis: state.revenue, filters: '[]' },
      to,
      change,
    },
    period: {
      days,
      timezone,
      goesOn: days.end >= today,
      query,
      reportPath: ({ metric = state.metric, only, groups = DEFAULTS.groups } = {}) => {
        const own = only ? [{ dimension: only[0], operator: 'in' as const, values: [only[1]] }] : [];
        const { pathname, search } = toReport({ metric, groups, filters: [...ownReport.filters, ...own] });
        return `${pathname}${search}`;
      },
    },
    report: {
      state: ownReport,
      to: toReport,
      change: (changes, options) => navigate(toReport(changes), options),
    },
  };
}
