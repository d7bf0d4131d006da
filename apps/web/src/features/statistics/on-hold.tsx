import type { Metrics } from '@poklik/contract/statistics';
import { ratio } from '@poklik/domain/statistics/metrics';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { metricText } from './metric-text.ts';
import css from './on-hold.module.css';

/** Revenue awaiting approval in both periods. */
export function OnHold({ now, before }: { now: Metrics; before: Metrics | null }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const amountOf = (metrics: Metrics) => ({
    amount: metricText(language, 'revenue_on_hold', metrics.revenue_on_hold),
    share: formatPercent(language, ratio(metrics.pending, metrics.conversions), 0),
  });
  if (now.pending === 0 && (before?.pending ?? 0) === 0) return null;
  return (
    <p className={css.line}>
      {t('on_hold.now', amountOf(now))}
      {before && ` · ${t('on_hold.then', amountOf(before))}`}
      {`. ${t('on_hold.why')}`}
    </p>
  );
}
