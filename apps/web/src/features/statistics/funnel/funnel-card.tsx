import { type Funnel, STRICT_DAYS_MAX } from '@poklik/contract/statistics-funnel';
import { daysBetween } from '@poklik/domain/statistics/calendar';
import { ChartColumn, Pencil, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatInteger, formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartSeries, ChartStep } from '../../../ui/chart/chart-series.ts';
import { ChartTable } from '../../../ui/chart/chart-table.tsx';
import { Card, QueryCard } from '../card.tsx';
import { useFunnel } from '../statistics.queries.ts';
import { Segments } from '../toolbar/segments.tsx';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './funnel-card.module.css';
import { StageEditor } from './stage-editor.tsx';
import { useStageName } from './use-stage-name.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const HEIGHT = 320;

/** How many clicks reach each stage, as a chart or table. */
export function FunnelCard({ screen }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const { question, days } = screen;
  const [stages, setStages] = useState<readonly string[] | null>(null);
  const [isStrict, setIsStrict] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const [asTable, setAsTable] = useState(false);
  const canBeStrict = daysBetween(days.start, days.end) < STRICT_DAYS_MAX;
  const order = isStrict && canBeStrict ? 'strict' : 'any';
  const { start_date, end_date, timezone, filters } = question;
  const query = useFunnel(
    { start_date, end_date, timezone, filters, order, ...(stages ? { stages: stages.join(',') } : {}) },
    { goesOn: days.end >= screen.today },
  );
  const shown = stages ?? query.data?.data.stages.map(({ stage }) => stage) ?? [];
  const TableIcon = asTable ? ChartColumn : Table2;
  return (
    <Card
      title={t('funnel.title')}
      actions={
        <>
          {canBeStrict ? (
            <Segments
              label={t('funnel.order')}
              value={order}
              options={[
                { value: 'any', label: t('funnel.any') },
                { value: 'strict', label: t('funnel.strict') },
              ]}
              onChange={(value) => setIsStrict(value === 'strict')}
            />
          ) : (
            <span className={css.hint}>{t('funnel.too_long', { days: STRICT_DAYS_MAX })}</span>
          )}
          <Button
            size="sm"
            aria-expanded={isEditing}
            icon={<Pencil {...ICON} />}
            onClick={() => setIsEditing(!isEditing)}
          >
            {t('funnel.stages')}
          </Button>
          <Button size="sm" aria-pressed={asTable} icon={<TableIcon {...ICON} />} onClick={() => setAsTable(!asTable)}>
            {asTable ? t('chart.as_chart') : t('chart.as_table')}
          </Button>
        </>
      }
    >
      {isEditing && (
        <StageEditor
          screen={screen}
          stages={shown}
          isOwn={stages !== null}
          onChange={setStages}
          onReset={() => setStages(null)}
        />
      )}
      <QueryCard query={query} height={HEIGHT}>
        {(answer) => <FunnelView answer={answer} asTable={asTable} />}
      </QueryCard>
    </Card>
  );
}

function FunnelView({ answer: { data }, asTable }: { answer: Funnel; asTable: boolean }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const stageName = useStageName();
  const steps: ChartStep[] = data.stages.map(({ stage }) => ({ short: stageName(stage), full: stageName(stage) }));
  const share = (id: 'share' | 'step'): ChartSeries => ({
    id,
    label: t(`funnel.${id}`),
    values: data.stages.map((stage) => stage[id]),
    text: (value) => formatPercent(language, value),
    axis: (value) => formatPercent(language, value),
    isWhole: false,
  });
  const counts: ChartSeries = {
    id: 'count',
    label: t('funnel.count'),
    values: data.stages.map(({ count }) => count),
    text: (value) => formatInteger(language, value),
    axis: (value) => formatCompact(language, value),
    isWhole: true,
    shape: 'bars',
  };
  if ((data.stages[0]?.count ?? 0) === 0) return <p className={css.empty}>{t('empty.panel')}</p>;
  if (asTable)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the table is scrolled by keyboard, too
      <section className={css.table} aria-label={t('funnel.label')} tabIndex={0}>
        <ChartTable
          label={t('funnel.title')}
          first={t('funnel.stage')}
          steps={steps}
          series={[counts, share('share'), share('step')]}
        />
      </section>
    );
  return (
    <>
      <Chart label={t('funnel.label')} steps={steps} series={[counts]} empty={t('empty.panel')} />
      <ol className={css.shares}>
        {data.stages.map(({ stage, count, share: whole, step }, place) => (
          <li key={stage} className={css.share}>
            <span className={css.name}>{stageName(stage)}</span>
            <strong className={css.count}>{formatInteger(language, count)}</strong>
            <span className={css.part}>
              {step === null ? '\u00A0' : t('funnel.of_before', { share: formatPercent(language, step) })}
            </span>
            <span className={css.part}>
              {place === 0 ? '\u00A0' : t('funnel.of_first', { share: formatPercent(language, whole) })}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
