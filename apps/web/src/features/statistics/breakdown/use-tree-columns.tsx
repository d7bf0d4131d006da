import { MONEY_FIELDS } from '@poklik/contract/money';
import { type Metric, type Metrics, SHOWN_METRICS } from '@poklik/contract/statistics';
import { profitTone } from '@poklik/domain/statistics/cost-state';
import { isShare } from '@poklik/domain/statistics/metrics';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { boundedMetricText } from '../../../format/metrics.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { IconButton } from '../../../ui/button.tsx';
import type { GridColumn } from '../../../ui/grid/grid-column.ts';
import { useTypeColumns } from '../../../widgets/conversion-types/use-type-columns.ts';
import { metricWidth } from '../../../widgets/metric-width.ts';
import { useCostText } from '../metrics/use-cost-text.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './breakdown-table.module.css';
import { closer } from './row-link.ts';
import type { TreeRow } from './use-tree.ts';

const ROI_WIDTH = 104;

interface TreeColumns {
  /** Undefined before the first answer. */
  summary: Metrics | undefined;
  screen: StatisticsScreen;
  isNarrow: boolean;
}

/** The name of a row and every metric. */
export function useTreeColumns({ summary, screen, isNarrow }: TreeColumns): GridColumn<TreeRow>[] {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const costText = useCostText();
  const typeColumns = useTypeColumns<TreeRow>(({ metrics }) => metrics, summary);
  const [first = 'campaign'] = screen.state.groups;
  const name: GridColumn<TreeRow> = {
    id: 'key',
    header: t(`dimension.${first}`, { defaultValue: first }),
    width: isNarrow ? 180 : 196,
    firstOrder: 'desc',
    cell: (row) => <NameCell row={row} screen={screen} />,
    text: ({ title }) => title,
  };
  const metric = (id: Metric): GridColumn<TreeRow> => {
    const hasTone = id === 'profit' || id === 'roi';
    return {
      id,
      header: t(`metric.${id}`),
      // With the color of its heat.
      width: id === 'roi' ? ROI_WIDTH : metricWidth(id),
      align: 'end',
      firstOrder: 'desc',
      isShare: isShare(id),
      value: ({ metrics }) => (metrics[id] === null ? null : Number(metrics[id])),
      ...(hasTone && { tone: ({ metrics }: TreeRow) => profitTone(metrics[id], metrics) }),
      cell: ({ metrics }) => (
        <span title={hasTone || id === 'cost' ? (costText(metrics) ?? undefined) : undefined}>
          {id === 'roi' && <span className={css.heat} data-heat={heatOf(metrics.roi)} />}
          {boundedMetricText(language, id, metrics)}
        </span>
      ),
      text: ({ metrics }) => boundedMetricText(language, id, metrics),
      total: summary && boundedMetricText(language, id, summary),
    };
  };
  return [name, ...SHOWN_METRICS.filter((id) => screen.seesMoney || !MONEY_FIELDS.has(id)).map(metric), ...typeColumns];
}

function NameCell({ row, screen }: { row: TreeRow; screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const { name, title, level, canOpen, isOpen, problem, path, dimension, key, toggle } = row;
  return (
    <span className={css.first} data-level={level || undefined} data-leaf={(level > 0 && !canOpen) || undefined}>
      {canOpen && (
        <IconButton
          label={t(isOpen ? 'table.collapse' : 'table.expand', { name })}
          aria-expanded={isOpen}
          className={css.toggle ?? ''}
          onClick={toggle}
        >
          {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
        </IconButton>
      )}
      <Link
        className={css.name}
        to={screen.to(closer(screen, path, dimension, key))}
        preventScrollReset
        title={title}
        data-open
      >
        {name}
      </Link>
      {problem && (
        <span className={css.problem} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

/** From −50 % to +50 % ROI. */
const heatOf = (roi: number | null): number | undefined =>
  roi === null ? undefined : Math.max(-3, Math.min(3, Math.round(roi * 6)));
