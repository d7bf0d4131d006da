import type { Metrics, Statistics } from '@poklik/contract/statistics';
import { ratio } from '@poklik/domain/statistics/ratio';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../format/dates.ts';
import { metricText } from '../../../format/metrics.ts';
import { formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import css from './on-hold.module.css';

/** What pending conversions add to the revenue, how sure that is, what was taken of it, and what the comparison compares. */
export function OnHold({ answer: { data, meta } }: { answer: Statistics }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { summary: now, previous: before } = data;
  const basis = meta.revenue_basis ?? 'approved';
  const amountOf = (metrics: Metrics) => ({
    amount: metricText(language, 'revenue_on_hold', metrics.revenue_on_hold),
    share: formatPercent(language, ratio(metrics.pending, metrics.conversions), 0),
  });
  const refunded = Number(now.refunded) > 0 && metricText(language, 'refunded', now.refunded);
  const hasPending = now.pending > 0 || (before?.pending ?? 0) > 0;
  const lines = [
    hasPending &&
      [t('on_hold.now', amountOf(now)), before && t('on_hold.then', amountOf(before))].filter(Boolean).join(' · '),
    hasPending && (basis === 'expected' ? <Expected metrics={now} /> : t(`on_hold.${basis}`)),
    refunded && t('on_hold.refunded', { amount: refunded }),
    before && <Compared meta={meta} />,
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <p className={css.line}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences keep their order.
        <span key={place}>{line}. </span>
      ))}
    </p>
  );
}

/** The expectation with its interval, and the amount that has none. */
function Expected({ metrics }: { metrics: Metrics }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const text = (name: 'expected_on_hold' | 'expected_on_hold_low' | 'expected_on_hold_high' | 'unrated_on_hold') =>
    metricText(language, name, metrics[name]);
  const isUnrated = Number(metrics.unrated_on_hold) > 0;
  const isRated = Number(metrics.revenue_on_hold) > Number(metrics.unrated_on_hold);
  const values = {
    expected: text('expected_on_hold'),
    low: text('expected_on_hold_low'),
    high: text('expected_on_hold_high'),
  };
  const unrated = t('on_hold.unrated', { amount: text('unrated_on_hold') });
  return [isRated && t('on_hold.expected', values), isUnrated && unrated].filter(Boolean).join('. ');
}

function Compared({ meta }: Pick<Statistics, 'meta'>) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { previous_as_of: asOf, timezone } = meta;
  return asOf ? t('on_hold.same_age', { time: formatDateTime(language, asOf, timezone) }) : t('on_hold.as_of_today');
}
