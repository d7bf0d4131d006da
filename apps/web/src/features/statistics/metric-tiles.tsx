import { MONEY_FIELDS } from '@poklik/contract/money';
import type { Metric, Metrics } from '@poklik/contract/statistics';
import { Hourglass } from 'lucide-react';
import { type MouseEvent, startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCompact } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { useDelayed } from '../../ui/delayed.tsx';
import css from './figure-choice.module.css';
import { boundedMetricText, changeText, metricText } from './metric-text.ts';
import { OnHold } from './on-hold.tsx';
import { useStale } from './stale-state.tsx';
import { useCostText } from './use-cost-text.ts';

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
  figures: Metrics | undefined;
  previous: Metrics | null;
  /** The values belong to a previous query. */
  isStale: boolean;
  metric: Metric;
  second: Metric | null;
  onChoose: (metric: Metric) => void | Promise<void>;
  onChooseSecond: (metric: Metric | null) => void | Promise<void>;
}

/** Metric tiles with their change. Click selects a metric for the chart, Shift-click a second one. */
export function MetricTiles(props: MetricTilesProps) {
  const { seesMoney, figures, previous, isStale, metric, second, onChoose, onChooseSecond } = props;
  const { t } = useTranslation('statistics');
  const language = useLanguage();
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
        {TILE_METRICS.filter((each) => seesMoney || !MONEY_FIELDS.has(each)).map((each) => {
          const value = figures?.[each];
          const change =
            figures && previous
              ? changeText(language, each, [figures, previous], (difference) => t('points', { difference }))
              : null;
          const isLong = typeof value === 'number' && value >= LONG;
          const text =
            figures && (isLong ? formatCompact(language, value) : boundedMetricText(language, each, figures));
          return (
            <label
              key={each}
              className={css.figure}
              data-second={each === second || undefined}
              title={[
                t(`meaning.${each}`),
                change?.isLag && t('on_hold.lag'),
                figures && COST_BASED.has(each) && costNote,
              ]
                .filter(Boolean)
                .join('. ')}
            >
              <input
                type="radio"
                className={css.radio}
                name="metric"
                value={each}
                checked={each === chosen}
                onChange={() => choose(each)}
                onClick={(event) => chooseSecond(event, each)}
                // Arrow keys move between tiles here, not between periods.
                onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
              />
              <span className={css.label}>{t(`metric.${each}`)}</span>
              <span
                className={css.value}
                data-long={(text && text.length > TILE_CHARS) || undefined}
                title={isLong ? metricText(language, each, value) : undefined}
              >
                {value === undefined ? <span className={css.bone} /> : text}
              </span>
              <span className={css.change} data-tone={change?.tone}>
                {change?.text ?? (previous ? '—' : '')}
                {change?.isLag && <Hourglass size={12} strokeWidth={2} role="img" aria-label={t('on_hold.lag')} />}
              </span>
            </label>
          );
        })}
      </fieldset>
      {seesMoney && costNote && <p className={css.note}>{costNote}</p>}
      {seesMoney && figures && <OnHold now={figures} before={previous} />}
    </div>
  );
}
