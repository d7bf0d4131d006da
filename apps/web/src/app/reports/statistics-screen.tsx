import { lazy } from 'react';
import { StatisticsPage } from '../../features/statistics/statistics-page.tsx';
import { loadNamespaces } from '../../i18n/i18n.ts';

const WeightsDialog = lazy(async () => {
  const [{ WeightsDialog }] = await Promise.all([
    import('../../features/campaigns/overview/weights-dialog.tsx'),
    loadNamespaces(['campaign_home']),
  ]);
  return { default: WeightsDialog };
});

const CostDialog = lazy(async () => {
  const [{ AddCostDialog }] = await Promise.all([
    import('../../features/costs/add-cost-dialog.tsx'),
    loadNamespaces(['costs']),
  ]);
  return { default: AddCostDialog };
});

/** Statistics, and the weights and costs of the campaigns in them. */
export const StatisticsScreen = () => <StatisticsPage WeightsDialog={WeightsDialog} CostDialog={CostDialog} />;
