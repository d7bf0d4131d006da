import type { Metric, RevenueBasis } from '@poklik/contract/statistics';
import { useTranslation } from 'react-i18next';

/** The name of a metric and what it means, with the revenue basis where it matters. */
export function useMetricName(metric: Metric, basis: RevenueBasis): { label: string; meaning: string } {
  const { t } = useTranslation('statistics');
  const name = t(`metric.${metric}`);
  if (basis === 'approved' || metric !== 'revenue') return { label: name, meaning: t(`meaning.${metric}`) };
  return { label: t(`revenue_basis.named.${basis}`), meaning: t(`on_hold.meaning.${basis}`) };
}
