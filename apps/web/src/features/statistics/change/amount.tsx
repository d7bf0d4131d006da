import type { ExplainedMetric } from '@poklik/contract/statistics-change';
import { formatMoneyChange } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import css from './amount.module.css';

const CURRENCY = 'USD';

/** What something adds to a metric, with its sign. More cost is not good. */
export function Amount({ amount, metric }: { amount: string; metric: ExplainedMetric }) {
  const language = useLanguage();
  const isGood = Number(amount) > 0 === (metric !== 'cost');
  return (
    <span className={css.amount} data-tone={Number(amount) === 0 ? undefined : isGood ? 'good' : 'bad'}>
      {formatMoneyChange(language, amount, CURRENCY)}
    </span>
  );
}
