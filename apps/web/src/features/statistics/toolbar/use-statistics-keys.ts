import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../../ui/keyboard/use-shortcuts.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';

/** V compares, F filters; on any keyboard layout. */
export function useStatisticsKeys({ state, change }: StatisticsScreen, onFilter?: () => void): void {
  const { t } = useTranslation('statistics');
  useShortcuts('screen', [
    {
      keys: ['v'],
      label: t('keys.compare'),
      run: () => change({ compare: state.compare === 'none' ? 'previous' : 'none' }),
    },
    ...(onFilter ? [{ keys: ['f'], label: t('keys.filter'), run: onFilter }] : []),
  ]);
}
