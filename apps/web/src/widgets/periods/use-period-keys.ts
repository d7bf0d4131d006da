import { shiftPeriod } from '@poklik/domain/statistics/presets';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../ui/keyboard/use-shortcuts.ts';
import type { PeriodControl } from './period.ts';

/** Digits choose a period, 0 opens the calendar and arrows shift the period. */
export function usePeriodKeys({ presets, days, today, choose }: PeriodControl, onCustomDays: () => void): void {
  const { t } = useTranslation('report_toolbar');
  useShortcuts('screen', [
    {
      keys: presets.map((_, place) => String(place + 1)),
      label: t('keys.period'),
      run: ({ key }) => {
        const period = presets[Number(key) - 1];
        return period !== undefined && choose(period);
      },
    },
    { keys: ['0'], label: t('period.custom'), run: onCustomDays },
    { keys: ['ArrowLeft'], label: t('period.earlier'), run: () => choose(shiftPeriod(days, -1, today)) },
    {
      keys: ['ArrowRight'],
      label: t('period.later'),
      isThere: () => days.end < today,
      run: () => choose(shiftPeriod(days, 1, today)),
    },
  ]);
}
