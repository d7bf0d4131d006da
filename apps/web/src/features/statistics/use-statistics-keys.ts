import { PRESETS, shiftPeriod } from '@poklik/domain/statistics/presets';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import type { StatisticsScreen } from './use-statistics-state.ts';

interface Actions {
  onFilter: () => void;
  onCustomPeriod: () => void;
}

/** Digits choose a period, arrows shift it, V compares, F filters; on any layout. */
export function useStatisticsKeys({ state, days, today, change }: StatisticsScreen, actions: Actions): void {
  const { t } = useTranslation('statistics');
  const shift = (by: 1 | -1) => () => change({ period: shiftPeriod(days, by, today), interval: null });
  useShortcuts('screen', [
    {
      keys: PRESETS.map((_, place) => String(place + 1)),
      label: t('keys.period'),
      run: ({ key }) => {
        const period = PRESETS[Number(key) - 1];
        return period !== undefined && change({ period, interval: null });
      },
    },
    { keys: ['0'], label: t('period.custom'), run: actions.onCustomPeriod },
    { keys: ['ArrowLeft'], label: t('period.earlier'), run: shift(-1) },
    { keys: ['ArrowRight'], label: t('period.later'), isThere: () => days.end < today, run: shift(1) },
    {
      keys: ['v'],
      label: t('keys.compare'),
      run: () => change({ compare: state.compare === 'none' ? 'previous' : 'none' }),
    },
    { keys: ['f'], label: t('keys.filter'), run: actions.onFilter },
  ]);
}
