import { REVENUE_BASES, type RevenueBasis } from '@poklik/contract/statistics';
import { useTranslation } from 'react-i18next';
import { Segments } from '../toolbar/segments.tsx';
import type { StatisticsScreen } from '../use-statistics-state.ts';

/** Chooses what pending conversions add to the revenue. */
export function RevenueBasisControl({ screen: { state, change } }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  return (
    <Segments
      label={t('revenue_basis.label')}
      value={state.revenue}
      options={REVENUE_BASES.map((each) => ({ value: each, label: t(`revenue_basis.${each}`) }))}
      onChange={(revenue) => change({ revenue: revenue as RevenueBasis })}
    />
  );
}
