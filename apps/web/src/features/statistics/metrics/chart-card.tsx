import { INTERVALS, type Interval, type Metric, type Statistics } from '@poklik/contract/statistics';
import { isReadableInterval } from '@poklik/domain/statistics/calendar';
import { isMoney, isShare } from '@poklik/domain/statistics/metrics';
import { ChartLine as ChartIcon, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDaySpan, formatTime } from '../../../format/dates.ts';
import { metricText } from '../../../format/metrics.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { Chart } from '../../../ui/chart/chart.tsx';
import { ChartLegend } from '../../../ui/chart/chart-legend.tsx';
import type { ChartSeries, ChartStep } from '../../../ui/chart/chart-series.ts';
import { ChartTable } from '../../../ui/chart/chart-table.tsx';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import { Card } from '../card.tsx';
import { stepName, stepText } from '../date-text.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import { axisText, toNumber } from './metric-text.ts';

interface ChartCardProps {
  screen: StatisticsScreen;
  answer: Statistics;
  /** Under the chart, aligned with its steps. */
  children?: ReactNode;
}

/** The selected metric over time with its comparison, as a chart or table. */
export function ChartCard({ screen, answer, children }: ChartCardProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const [asTable, setAsTable] = useState(false);
  const { state, days, today, change } = screen;
  const interval = answer.meta.interval ?? 'day';
  const { steps, series } = useMetricChart(screen, answer, interval);
  const metric = t(`metric.${state.metric}`);
  // Hours can't be selected as a period.
  const zoom = (first: number, last: number) => {
    const [start, end] = [answer.data.series[first]?.date, answer.data.series[last]?.date];
    if (start && end) void change({ period: { start, end }, interval: null });
  };
  return (
    <Card
      title={t('chart.title', { metric })}
      actions={
        <>
          <IntervalSelect screen={screen} interval={interval} />
          <TableSwitch isTable={asTable} onChange={setAsTable} />
        </>
      }
    >
      <ChartLegend series={series} />
      {asTable ? (
        <ChartTable
          label={metric}
          first={t(`dimension.${interval}`, { defaultValue: interval })}
          steps={steps}
          series={series}
        />
      ) : (
        <div>
          <Chart
            label={t('chart.label', { metric })}
            steps={steps}
            series={series}
            goesOn={days.end >= today}
            now={
              days.end >= today
                ? t('chart.now', {
                    time: formatTime(language, new Date(answer.meta.answered_at), answer.meta.timezone),
                  })
                : undefined
            }
            empty={t('empty.panel')}
            onSelect={interval === 'day' ? zoom : undefined}
          />
          {children}
        </div>
      )}
    </Card>
  );
}

/** The metric, its previous period and the second metric as series. */
function useMetricChart({ state, today }: StatisticsScreen, { data, meta }: Statistics, interval: Interval) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { metric, second } = state;
  const { previous_period: before } = meta;
  const seriesOf = (name: Metric, values: typeof data.series): Omit<ChartSeries, 'id'> => ({
    label: t(`metric.${name}`),
    values: data.series.map((_, place) => (values[place] ? toNumber(values[place][name]) : null)),
    text: (value) => metricText(language, name, value === null ? null : isMoney(name) ? String(value) : value),
    axis: (value) => axisText(language, name, value),
    isWhole: !isShare(name) && !isMoney(name),
  });

  const steps: ChartStep[] = data.series.map(({ date }) => ({
    short: stepText(language, interval, date, meta.timezone),
    full: stepName(language, interval, date, meta.timezone),
  }));
  const series: ChartSeries[] = [{ ...seriesOf(metric, data.series), id: 'main', shape: 'area' }];
  if (before)
    series.push({
      ...seriesOf(metric, data.previous_series),
      id: 'before',
      label: formatDaySpan(language, { start: before.start_date, end: before.end_date }, today),
      isReference: true,
    });
  if (second && second !== metric)
    series.push({ ...seriesOf(second, data.series), id: 'second', color: 2, isSecond: true });
  return { steps, series };
}

function IntervalSelect({ screen, interval }: { screen: StatisticsScreen; interval: Interval }) {
  const { t } = useTranslation('statistics');
  const readable = INTERVALS.filter((each) => isReadableInterval(screen.days, each));
  return (
    <NativeSelect
      label={t('chart.interval')}
      value={interval}
      options={readable.map((each) => ({ value: each, label: t(`dimension.${each}`, { defaultValue: each }) }))}
      onChange={(value) => screen.change({ interval: value as Interval })}
    />
  );
}

function TableSwitch({ isTable, onChange }: { isTable: boolean; onChange: (isTable: boolean) => void }) {
  const { t } = useTranslation('statistics');
  const Icon = isTable ? ChartIcon : Table2;
  return (
    <Button
      size="sm"
      aria-pressed={isTable}
      icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => onChange(!isTable)}
    >
      {isTable ? t('chart.as_chart') : t('chart.as_table')}
    </Button>
  );
}
