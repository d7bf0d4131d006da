import { MONEY_FIELDS } from '@poklik/contract/money';
import type { Metric, Metrics, RevenueBasis, Statistics } from '@poklik/contract/statistics';
import { type MouseEvent, startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { boundedMetricText, metricText } from '../../../format/metrics.ts';
import { formatCompact } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { afterPaint } from '../../../ui/after-paint.ts';
import { useDelayed } from '../../../ui/state/delayed.tsx';
import { ChangeText } from '../change/change-text.tsx';
import { CostNote } from '../cost/cost-note.tsx';
import { useStale } from '../stale-state.tsx';
import css from './figure-choice.module.css';
import { OnHold } from './on-hold.tsx';
import { useCostText } from './use-cost-text.ts';
import { useMetricName } from './use-metric-name.ts';

/** Metrics shown as tiles. */
export const TILE_METRICS = [
  'clicks',
  'unique_clicks',
  'conversions',
  'cr',
  'cost',
  'revenue',
  'profit',
  'roi',
] as const;
const COST_BASED: ReadonlySet<Metric> = new Set<Metric>(['cost', 'profit', 'roi']);
/** Larger counts are abbreviated, with the full value as a tooltip. */
const LONG = 1_000_000;
/** Longer texts don't fit a tile in the largest size. */
const TILE_CHARS = 9;

interface MetricTilesProps {
  seesMoney: boolean;
  answer: Statistics | undefined;
  /** The values belong to a previous query. */
  isStale: boolean;
  metric: Metric;
  second: Metric | null;
  onChoose: (metric: Metric) => void | Promise<void>;
  onChooseSecond: (metric: Metric | null) => void | Promise<void>;
  /** Says why a metric changed. */
  onExplain: (metric: Metric) => void;
  /** Says where the cost comes from. */
  onOpenCost: () => void;
}

/** Metric tiles with their change, which says why. Click selects a metric for the chart, Shift-click a second one. */
export function MetricTiles(props: MetricTilesProps) {
  const { seesMoney, answer, isStale, metric, second, onChoose, onChooseSecond, onExplain, onOpenCost } = props;
  const { t } = useTranslation('statistics');
  const { summary: figures, previous = null } = answer?.data ?? {};
  const fading = useDelayed(useStale(isStale));
  const costText = useCostText();

  // Updates the button first, then re-renders the rest.
  const [chosen, show] = useOptimistic(metric);
  const choose = (each: Metric) =>
    startTransition(async () => {
      show(each);
      await afterPaint();
      await onChoose(each);
    });
  const chooseSecond = (event: MouseEvent, each: Metric) => {
    if (!event.shiftKey || each === metric) return;
    // Shift adds a second metric.
    event.preventDefault();
    void onChooseSecond(each === second ? null : each);
  };

  const costNote = figures && costText(figures);

  return (
    <div className={css.part} data-fading={fading || undefined} aria-busy={fading || undefined}>
      <fieldset className={css.figures}>
        <legend className={css.legend}>{t('metrics')}</legend>
        {TILE_METRICS.filter((each) => seesMoney || !MONEY_FIELDS.has(each)).map((each) => (
          <MetricTile
            key={each}
            metric={each}
            figures={figures}
            previous={previous}
            basis={answer?.meta.revenue_basis ?? 'approved'}
            note={COST_BASED.has(each) ? costNote : undefined}
            isSecond={each === second}
            isChosen={each === chosen}
            onChoose={() => choose(each)}
            onClick={(event) => chooseSecond(event, each)}
            onExplain={seesMoney ? onExplain : undefined}
          />
        ))}
      </fieldset>
      {seesMoney && figures && figures.clicks > 0 && <CostNote metrics={figures} onOpen={onOpenCost} />}
      {seesMoney && answer && <OnHold answer={answer} />}
    </div>
  );
}

interface MetricTileProps {
  figures: Metrics | undefined;
  previous: Metrics | null;
  basis: RevenueBasis;
  metric: (typeof TILE_METRICS)[number];
  /** What to know about the cost. */
  note: string | null | undefined;
  isSecond: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onClick: (event: MouseEvent) => void;
  onExplain: ((metric: Metric) => void) | undefined;
}

function MetricTile({
  metric,
  figures,
  previous,
  basis,
  note,
  isSecond,
  isChosen,
  onChoose,
  onClick,
  onExplain,
}: MetricTileProps) {
  const language = useLanguage();
  const { label, meaning } = useMetricName(metric, basis);
  const value = figures?.[metric];
  const isLong = typeof value === 'number' && value >= LONG;
  const text = figures && (isLong ? formatCompact(language, value) : boundedMetricText(language, metric, figures));
  return (
    <div className={css.figure} data-second={isSecond || undefined}>
      <label className={css.choice} title={[meaning, note].filter(Boolean).join('. ')}>
        <input
          type="radio"
          className={css.radio}
          name="metric"
          value={metric}
          checked={isChosen}
          onChange={onChoose}
          onClick={onClick}
          // Arrow keys move between tiles here, not between periods.
          onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
        />
        <span className={css.label}>{label}</span>
        <span
          className={css.value}
          data-long={(text && text.length > TILE_CHARS) || undefined}
          title={isLong ? metricText(language, metric, value) : undefined}
        >
          {value === undefined ? <span className={css.bone} /> : text}
        </span>
      </label>
      <ChangeText metric={metric} now={figures} before={previous} onExplain={onExplain} />
    </div>
  );
}
