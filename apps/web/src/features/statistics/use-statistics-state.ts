import { type DaySpan, dayAt } from '@poklik/domain/statistics/calendar';
import { PRESETS, presetDays } from '@poklik/domain/statistics/presets';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import type { Extras } from '../../widgets/conversion-types/extra-metrics.ts';
import type { PeriodControl } from '../../widgets/periods/period.ts';
import { readState, type StatisticsState, withoutMoney, writeState } from './statistics-state.ts';

export type Changes = Partial<StatisticsState>;

/** Query shared by all cards. */
export interface ReportQuery {
  start_date: string;
  end_date: string;
  timezone: string;
  time_basis: StatisticsState['basis'];
  revenue_basis: StatisticsState['revenue'];
  filters: string;
}

export interface StatisticsScreen {
  periods: PeriodControl;
  state: StatisticsState;
  seesMoney: boolean;
  days: DaySpan;
  today: string;
  timezone: string;
  question: ReportQuery;
  /** What is only counted because the screen shows it. */
  extras?: Extras;
  /** URL of the screen with changes. */
  to: (changes: Changes) => { search: string };
  change: (changes: Changes, options?: { replace?: boolean }) => void | Promise<void>;
}

/** The report that rows and causes lead to: the screen itself, or the report of a campaign. */
export interface ReportTarget extends Pick<StatisticsScreen, 'state' | 'change'> {
  to: (changes: Changes) => { pathname?: string; search: string };
}

/** Screen state and navigation. */
export function useStatisticsScreen(): StatisticsScreen {
  const { search } = useLocation();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { can_see_money: seesMoney } = user.team;
  const state = useMemo(() => {
    const read = readState(search);
    return seesMoney ? read : withoutMoney(read);
  }, [search, seesMoney]);
  const timezone = state.timezone ?? user.timezone;
  const today = dayAt(timezone, Date.now());
  const days = typeof state.period === 'string' ? presetDays(state.period, today) : state.period;
  // Another query starts at the first page.
  const to = (changes: Changes) => ({ search: writeState({ ...state, page: 1, ...changes }) });
  const change: StatisticsScreen['change'] = (changes, options) =>
    navigate(to(changes), { preventScrollReset: true, ...options });
  return {
    periods: periodControl({ state, days, today, to, change }),
    state,
    seesMoney,
    days,
    today,
    timezone,
    question: {
      start_date: days.start,
      end_date: days.end,
      timezone,
      time_basis: state.basis,
      revenue_basis: state.revenue,
      filters: JSON.stringify(state.filters),
    },
    to,
    change,
  };
}

/** The period of the screen for its picker. Another period begins with the interval that fits it. */
export const periodControl = ({
  state,
  days,
  today,
  to,
  change,
}: Pick<StatisticsScreen, 'state' | 'days' | 'today' | 'to' | 'change'>): PeriodControl => ({
  period: state.period,
  presets: PRESETS,
  days,
  today,
  to: (period) => to({ period, interval: null }),
  choose: (period) => change({ period, interval: null }),
});
