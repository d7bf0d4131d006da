import type { Metrics } from '@poklik/contract/statistics';
import { costState } from '@poklik/domain/statistics/cost-state';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';

/** Why a cost is unknown or incomplete; null when it is known. */
export function useCostText(): (figures: Pick<Metrics, 'cost' | 'clicks' | 'unpriced_clicks'>) => string | null {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  return (figures) => {
    const { clicks, unpriced_clicks: unpriced } = figures;
    const [known, all] = [formatInteger(language, clicks - unpriced), formatInteger(language, clicks)];
    switch (costState(figures)) {
      case 'known':
        return null;
      case 'partial':
        return t('cost.partial', { known, all });
      case 'unknown':
        return t(unpriced === clicks ? 'cost.unknown' : 'no_rate');
    }
  };
}
