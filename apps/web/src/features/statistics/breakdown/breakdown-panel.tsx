import type { Dimension, Metric, Metrics, Statistics } from '@poklik/contract/statistics';
import { isAdditive } from '@poklik/domain/statistics/metrics';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { boundedMetricText } from '../../../format/metrics.ts';
import { formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import { Card, type CardQuery, QueryCard } from '../card.tsx';
import { chosenValues, narrowFilter } from '../statistics-state.ts';
import { Segments } from '../toolbar/segments.tsx';
import { type PanelView, ROWS_SHOWN } from '../use-panel-views.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './breakdown-panel.module.css';

const SEGMENTS_MAX = 4;
const HEIGHT = 8 * 36;

interface BreakdownPanelProps {
  screen: StatisticsScreen;
  query: CardQuery<Statistics>;
  view: PanelView;
  title: string;
  /** Alternative visualization of the first dimension. */
  picture?: { label: string; render: (answer: Statistics) => ReactNode };
}

/** Top values of a dimension. Clicking one toggles it as a filter. */
export function BreakdownPanel({ screen, query, view, title, picture }: BreakdownPanelProps) {
  const { t } = useTranslation('statistics');
  const { dimensions, chosen, showsPicture, choose: setChosen, showPicture } = view;
  const { state, to } = screen;
  const { metric } = state;
  const names = dimensions.map((each) => ({ value: each, label: t(`dimension.${each}`, { defaultValue: each }) }));
  const choose = (value: string) => setChosen(dimensions.find((each) => each === value) ?? chosen);

  return (
    <Card
      title={title}
      actions={
        <>
          {picture && chosen === dimensions[0] && (
            <Segments
              label={title}
              value={showsPicture ? 'picture' : 'list'}
              options={[
                { value: 'picture', label: picture.label },
                { value: 'list', label: t('panel.list') },
              ]}
              onChange={(value) => showPicture(value === 'picture')}
            />
          )}
          {names.length > 1 &&
            (names.length <= SEGMENTS_MAX ? (
              <Segments label={title} value={chosen} options={names} onChange={choose} />
            ) : (
              <NativeSelect label={title} value={chosen} options={names} onChange={choose} />
            ))}
        </>
      }
    >
      <QueryCard query={query} height={HEIGHT} isList={!showsPicture}>
        {(answer) =>
          showsPicture && picture ? (
            picture.render(answer)
          ) : (
            <BarList answer={answer} screen={screen} dimension={chosen} metric={metric} />
          )
        }
      </QueryCard>
      <Link className={css.all} to={{ ...to({ groups: [chosen], sort: null, order: null }), hash: '#table' }}>
        {t('panel.all', { name: t(`dimension.${chosen}`, { defaultValue: chosen }).toLocaleLowerCase() })}
      </Link>
    </Card>
  );
}

interface BarListProps {
  answer: Statistics;
  screen: StatisticsScreen;
  dimension: Dimension;
  metric: Metric;
}

function BarList({ answer, screen, dimension, metric }: BarListProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { data } = answer;
  const rows = data.rows.slice(0, ROWS_SHOWN);
  const chosen = chosenValues(screen.state, dimension);
  if (rows.length === 0) return <p className={css.empty}>{t('empty.panel')}</p>;
  const most = Math.max(...rows.map((row) => Math.abs(Number(row[metric] ?? 0))), 0);
  return (
    <ul className={css.list}>
      {rows.map((row) => {
        const [[key = ''], [label = ''], [full]] = [row.keys, row.short_labels, row.labels];
        const isChosen = chosen.includes(key);
        const size = most === 0 ? 0 : Math.abs(Number(row[metric] ?? 0)) / most;
        return (
          <li key={key} className={css.row} data-chosen={isChosen || undefined}>
            <span
              className={css.bar}
              data-loss={Number(row[metric] ?? 0) < 0 || undefined}
              style={{ width: `${size * 100}%` }}
            />
            <Link
              className={css.name}
              to={screen.to({ filters: narrowFilter(screen.state.filters, dimension, key) })}
              preventScrollReset
              aria-label={
                isChosen ? t('report_toolbar:filter.remove', { name: label }) : t('filter.only', { name: label })
              }
              title={full}
            >
              {dimension === 'country' && <span className={css.code}>{key}</span>}
              <span className={css.label}>{label}</span>
              {isChosen && <X size={14} strokeWidth={2} aria-hidden />}
            </Link>
            <span className={css.value}>{boundedMetricText(language, metric, row)}</span>
            <span className={css.share}>{shareText(language, metric, row, data.summary)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Ratios have no share, and a loss is not part of a profit. */
function shareText(
  language: Parameters<typeof boundedMetricText>[0],
  metric: Metric,
  row: Metrics,
  all: Metrics,
): string {
  const [part, whole] = [Number(row[metric] ?? 0), Number(all[metric] ?? 0)];
  return isAdditive(metric) && whole > 0 && part >= 0 && part <= whole ? formatPercent(language, part / whole, 1) : '';
}
