import { ChartLine as ChartIcon, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import { ChartLegend } from '../../ui/chart/chart-legend.tsx';
import type { ChartSeries, ChartStep } from '../../ui/chart/chart-series.ts';
import { ChartTable } from '../../ui/chart/chart-table.tsx';
import { OverviewCard } from './overview-card.tsx';

interface ChartCardProps {
  title: string;
  /** Heading of the steps in the table. */
  first: string;
  steps: readonly ChartStep[];
  series: readonly ChartSeries[];
  /** The last step is still in progress. */
  goesOn: boolean;
  empty: string;
}

/** A chart that can be read as a table. */
export function ChartCard({ title, first, steps, series, goesOn, empty }: ChartCardProps) {
  const { t } = useTranslation('statistics');
  const [isTable, setIsTable] = useState(false);
  const Icon = isTable ? ChartIcon : Table2;
  return (
    <OverviewCard
      title={title}
      actions={
        <Button
          size="sm"
          aria-pressed={isTable}
          icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setIsTable(!isTable)}
        >
          {t(isTable ? 'chart.as_chart' : 'chart.as_table')}
        </Button>
      }
    >
      <ChartLegend series={series} />
      {isTable ? (
        <ChartTable label={title} first={first} steps={steps} series={series} />
      ) : (
        <Chart label={title} steps={steps} series={series} goesOn={goesOn} empty={empty} />
      )}
    </OverviewCard>
  );
}
