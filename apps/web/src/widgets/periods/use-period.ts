import { dayAt } from '@poklik/domain/statistics/calendar';
import { PRESETS, type Preset, presetDays } from '@poklik/domain/statistics/presets';
import { useLocation, useNavigate } from 'react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import { searchWith } from '../../ui/data-table/search-with.ts';
import { type Period, type PeriodControl, readPeriod, writePeriod } from './period.ts';

interface PeriodOptions {
  presets?: readonly Preset[];
  /** Whose days they are; those of the user if not given. */
  timezone?: string;
}

/** The period of a list, kept in its URL; another period starts at the first page. */
export function usePeriod(usual: Preset, { presets = PRESETS, timezone: zone }: PeriodOptions = {}): PeriodControl {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { timezone } = useCurrentUser();
  const today = dayAt(zone ?? timezone, Date.now());
  const period = readPeriod(new URLSearchParams(search), usual, presets);
  const to = (next: Period) => searchWith(search, { ...writePeriod(next, usual), page: null });
  return {
    period,
    presets,
    days: typeof period === 'string' ? presetDays(period, today) : period,
    today,
    to,
    choose: (next) => navigate(to(next), { preventScrollReset: true }),
  };
}
