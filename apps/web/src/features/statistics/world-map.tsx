import type { Statistics } from '@poklik/contract/statistics';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/use-language.ts';
import { boundedMetricText } from './metric-text.ts';
import { narrowFilter } from './statistics-state.ts';
import type { StatisticsScreen } from './use-statistics-state.ts';
import css from './world-map.module.css';
/** Natural Earth 1:110m (public domain), projected once; borders as the United Nations see them. */
import world from './world-shapes.json';

const LEVELS = 7;

/** Map of a metric. The list beside it has the same data, including small countries. */
export function WorldMap({ answer, screen }: { answer: Statistics; screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { metric, filters } = screen.state;
  const rows = new Map(answer.data.rows.map((row) => [row.keys[0] ?? '', row]));
  const levels = levelsOf(new Map([...rows].map(([code, row]) => [code, Number(row[metric] ?? 0)])));
  return (
    <figure className={css.figure} aria-label={t('panel.map_label', { metric: t(`metric.${metric}`) })}>
      <svg className={css.map} viewBox={`0 0 ${world.width} ${world.height}`} aria-hidden="true">
        {Object.entries(world.shapes).map(([code, shape]) => {
          const row = rows.get(code);
          const country = <path d={shape} className={css.country} data-country={code} data-level={levels.get(code)} />;
          if (!row) return <g key={code}>{country}</g>;
          return (
            // The list provides keyboard access.
            <Link
              key={code}
              to={screen.to({ filters: narrowFilter(filters, 'country', code) })}
              preventScrollReset
              tabIndex={-1}
            >
              <title>{`${row.labels[0]}: ${boundedMetricText(language, metric, row)}`}</title>
              {country}
            </Link>
          );
        })}
      </svg>
    </figure>
  );
}

/** Quantile classes, so one large country doesn't dominate. Zero has no class. */
function levelsOf(values: ReadonlyMap<string, number>): Map<string, number> {
  const sorted = [...new Set([...values.values()].filter((value) => value > 0))].sort((one, other) => one - other);
  const levelOf = (value: number): number =>
    sorted.length === 1 ? LEVELS : 1 + Math.round((sorted.indexOf(value) / (sorted.length - 1)) * (LEVELS - 1));
  return new Map([...values].flatMap(([code, value]) => (value > 0 ? [[code, levelOf(value)]] : [])));
}
