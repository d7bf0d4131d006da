import { INTERVALS, type Interval, type Metric, type Statistics } from '@poklik/contract/statistics';
import { isReadableInterval } from '@poklik/domain/statistics/calendar';
import { MONEY_METRICS, RATIO_METRICS } from '@poklik/domain/statistics/metrics';
import { ChartLine as ChartIcon, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from './card.tsx';
import css from './chart-card.module.css';
import { spanText, stepName, stepText } from './date-text.ts';
import { axisText, metricText, toNumber } from './metric-text.ts';
import { NativeSelect } from './native-select.tsx';
import { type ChartLine, TimeChart } from './time-chart.tsx';
import type { StatisticsScreen } from './use-statistics-state.ts';

/** The selected metric over time with its comparison, as a chart or table. */
export function ChartCard({ screen, answer }: { screen: StatisticsScreen; answer: Statistics }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const [asTable, setAsTable] = useState(false);
  const { state, days, today, change } = screen;
  const { data, meta } = answer;
  const interval = meta.interval ?? 'day';
  const { metric, second } = state;
  const steps = data.series.map(({ date }) => ({
    short: stepText(language, interval, date, meta.timezone),
    full: stepName(language, interval, date, meta.timezone),
  }));
  const line = (id: ChartLine['id'], name: Metric, label: string, series: typeof data.series): ChartLine => ({
    id,
    label,
    values: data.series.map((_, place) => (series[place] ? toNumber(series[place][name]) : null)),
    text: (value) =>
      metricText(language, name, value === null ? null : MONEY_METRICS.has(name) ? String(value) : value),
    axis: (value) => axisText(language, name, value),
    isWhole: !RATIO_METRICS.has(name) && !MONEY_METRICS.has(name),
  });
  const before = meta.previous_period;
  const lines = [
    line('main', metric, t(`metric.${metric}`), data.series),
    ...(before
      ? [
          line(
            'before',
            metric,
            spanText(language, { start: before.start_date, end: before.end_date }, today),
            data.previous_series,
          ),
        ]
      : []),
    ...(second && second !== metric ? [line('second', second, t(`metric.${second}`), data.series)] : []),
  ];
  const goesOn = days.end >= today;
  // Hours can't be selected as a period.
  const zoom = (first: number, last: number) => {
    const [start, end] = [data.series[first]?.date, data.series[last]?.date];
    if (start && end) void change({ period: { start, end }, interval: null });
  };
  const fine = INTERVALS.filter((each) => isReadableInterval(days, each));

  return (
    <Card
      title={t('chart.title', { metric: t(`metric.${metric}`) })}
      actions={
        <>
          <NativeSelect
            label={t('chart.interval')}
            value={interval}
            options={fine.map((each) => ({ value: each, label: t(`dimension.${each}`, { defaultValue: each }) }))}
            onChange={(value) => change({ interval: value as Interval })}
          />
          <Button
            size="sm"
            aria-pressed={asTable}
            icon={
              asTable ? (
                <ChartIcon size={16} strokeWidth={1.75} aria-hidden />
              ) : (
                <Table2 size={16} strokeWidth={1.75} aria-hidden />
              )
            }
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? t('chart.as_chart') : t('chart.as_table')}
          </Button>
        </>
      }
    >
      <ul className={css.legend} aria-hidden="true">
        {lines.map(({ id, label }) => (
          <li key={id} data-line={id}>
            {label}
          </li>
        ))}
      </ul>
      {asTable ? (
        <ChartTable
          label={t(`metric.${metric}`)}
          first={t(`dimension.${interval}`, { defaultValue: interval })}
          steps={steps}
          lines={lines}
        />
      ) : (
        <TimeChart
          label={t('chart.label', { metric: t(`metric.${metric}`) })}
          steps={steps}
          lines={lines}
          goesOn={goesOn}
          onZoom={interval === 'day' ? zoom : undefined}
        />
      )}
    </Card>
  );
}

interface ChartTableProps {
  label: string;
  first: string;
  steps: { full: string }[];
  lines: ChartLine[];
}

function ChartTable({ label, first, steps, lines }: ChartTableProps) {
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {lines.map(({ id, label: name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ full }, place) => (
          <tr key={full}>
            <th scope="row">{full}</th>
            {lines.map((line) => (
              <td key={line.id}>{line.text(line.values[place] ?? null)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
