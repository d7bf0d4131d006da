import { MONEY_FIELDS } from '@poklik/contract/money';
import type { Metric, Statistics } from '@poklik/contract/statistics';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { boundedMetricText } from '../../../format/metrics.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { ReportPeriod } from '../../../widgets/report-period.ts';
import { changeText } from '../metrics/metric-text.ts';
import { TILE_METRICS } from '../metrics/metric-tiles.tsx';
import { OnHold } from '../metrics/on-hold.tsx';
import { useCostText } from '../metrics/use-cost-text.ts';
import { useMetricName } from '../metrics/use-metric-name.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './campaign-tiles.module.css';

interface CampaignTilesProps {
  screen: StatisticsScreen;
  period: ReportPeriod;
  answer: Statistics;
}

/** Metric tiles of a campaign. Each opens the report that it sums up. */
export function CampaignTiles({ screen, period, answer }: CampaignTilesProps) {
  const { t } = useTranslation('statistics');
  const { seesMoney } = screen;
  const { summary } = answer.data;
  const costText = useCostText();
  const costNote = seesMoney ? costText(summary) : null;
  return (
    <section className={css.part} aria-label={t('metrics')}>
      <ul className={css.tiles}>
        {TILE_METRICS.filter((each) => seesMoney || !MONEY_FIELDS.has(each)).map((metric) => (
          <Tile key={metric} metric={metric} period={period} answer={answer} />
        ))}
      </ul>
      {costNote && <p className={css.note}>{costNote}</p>}
      {seesMoney && <OnHold answer={answer} />}
    </section>
  );
}

function Tile({ metric, period, answer }: { metric: Metric; period: ReportPeriod; answer: Statistics }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { summary, previous } = answer.data;
  const { label, meaning } = useMetricName(metric, answer.meta.revenue_basis ?? 'approved');
  const change =
    previous && changeText(language, metric, [summary, previous], (difference) => t('points', { difference }));
  return (
    <li className={css.tile}>
      <Link className={css.link} to={period.reportPath({ metric })} title={meaning}>
        <span className={css.label}>{label}</span>
        <span className={css.value}>{boundedMetricText(language, metric, summary)}</span>
      </Link>
      <span className={css.change} data-tone={change?.tone}>
        {change?.text ?? (previous ? '—' : '')}
      </span>
    </li>
  );
}
