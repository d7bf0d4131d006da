import type { Metrics } from '@poklik/contract/statistics';
import { costState } from '@poklik/domain/statistics/cost-state';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';

/** Why a cost is unknown or incomplete. */
export function useCostTitle(): (figures: Metrics) => string | undefined {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  return (figures) => {
    const { clicks, unpriced_clicks: unpriced } = figures;
    switch (costState(figures)) {
      case 'known':
        return undefined;
      case 'partial':
        return t('list.cost_partial', {
          known: formatInteger(language, clicks - unpriced),
          all: formatInteger(language, clicks),
        });
      case 'unknown':
        return t(unpriced === clicks ? 'list.no_cost' : 'list.other_currency');
    }
  };
}
