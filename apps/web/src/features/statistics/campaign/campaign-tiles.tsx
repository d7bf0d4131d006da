import { MONEY_FIELDS } from '@poklik/contract/money';
import type { Metric, Statistics } from '@poklik/contract/statistics';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { boundedMetricText } from '../../../format/metrics.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { ReportPeriod } from '../../../widgets/report-period.ts';
import { comparedWith } from '../change/change-scope.ts';
import { ChangeText } from '../change/change-text.tsx';
import { useChangeDialog } from '../change/use-change-dialog.tsx';
import { CostNote } from '../cost/cost-note.tsx';
import { useCostDialog } from '../cost/use-cost-dialog.tsx';
import { TILE_METRICS } from '../metrics/metric-tiles.tsx';
import { OnHold } from '../metrics/on-hold.tsx';
import { useMetricName } from '../metrics/use-metric-name.ts';
import type { ReportTarget, StatisticsScreen } from '../use-statistics-state.ts';
import css from './campaign-tiles.module.css';

interface CampaignTilesProps {
  screen: StatisticsScreen;
  period: ReportPeriod;
  report: ReportTarget;
  answer: Statistics;
}

/** Metric tiles of a campaign. Each opens the report that it sums up, and its change says why. */
export function CampaignTiles({ screen, period, report, answer }: CampaignTilesProps) {
  const { t } = useTranslation('statistics');
  const { seesMoney, state } = screen;
  const { summary } = answer.data;
  const { explain, dialog } = useChangeDialog({
    request: { ...period.query, revenue_basis: state.revenue, ...comparedWith(state) },
    report,
  });
  const { openCost, costDialog } = useCostDialog();
  return (
    <section className={css.part} aria-label={t('metrics')}>
      <ul className={css.tiles}>
        {TILE_METRICS.filter((each) => seesMoney || !MONEY_FIELDS.has(each)).map((metric) => (
          <Tile
            key={metric}
            metric={metric}
            period={period}
            answer={answer}
            onExplain={seesMoney ? explain : undefined}
          />
        ))}
      </ul>
      {seesMoney && summary.clicks > 0 && <CostNote metrics={summary} onOpen={() => openCost(period.query)} />}
      {seesMoney && <OnHold answer={answer} />}
      {dialog}
      {costDialog}
    </section>
  );
}

interface TileProps extends Pick<CampaignTilesProps, 'period' | 'answer'> {
  metric: Metric;
  onExplain: ((metric: Metric) => void) | undefined;
}

function Tile({ metric, period, answer, onExplain }: TileProps) {
  const language = useLanguage();
  const { summary, previous } = answer.data;
  const { label, meaning } = useMetricName(metric, answer.meta.revenue_basis ?? 'approved');
  return (
    <li className={css.tile}>
      <Link className={css.link} to={period.reportPath({ metric })} title={meaning}>
        <span className={css.label}>{label}</span>
        <span className={css.value}>{boundedMetricText(language, metric, summary)}</span>
      </Link>
      <ChangeText metric={metric} now={summary} before={previous} onExplain={onExplain} />
    </li>
  );
}
