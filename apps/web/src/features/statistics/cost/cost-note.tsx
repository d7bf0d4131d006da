import type { Metrics } from '@poklik/contract/statistics';
import { useTranslation } from 'react-i18next';
import { useCostText } from '../metrics/use-cost-text.ts';
import css from './cost-note.module.css';

interface CostNoteProps {
  metrics: Metrics;
  onOpen: () => void;
}

/** What is known of the cost, and where it comes from. */
export function CostNote({ metrics, onOpen }: CostNoteProps) {
  const { t } = useTranslation('statistics');
  const costText = useCostText();
  return (
    <p className={css.note}>
      {costText(metrics)}
      <button type="button" className={css.open} onClick={onOpen}>
        {t('cost.details')}
      </button>
    </p>
  );
}
