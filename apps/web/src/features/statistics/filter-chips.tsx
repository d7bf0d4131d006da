import type { Dimension, StatisticsFilter } from '@poklik/contract/statistics';
import { BRAND_NAMES } from '@poklik/domain/statistics/brand-names';
import { ListFilter, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCountry } from '../../format/display-names.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { rowName } from './date-text.ts';
import css from './filter-chips.module.css';
import { useMetrics } from './statistics.queries.ts';
import type { StatisticsScreen } from './use-statistics-state.ts';

interface FilterChipsProps {
  screen: StatisticsScreen;
  onAdd: () => void;
  /** Preloads the filter dialog. */
  onNear: () => void;
}

/** Active filters, each removable. */
export function FilterChips({ screen, onAdd, onNear }: FilterChipsProps) {
  const { t } = useTranslation('statistics');
  const { state, to } = screen;
  return (
    <div className={css.row}>
      <ul className={css.chips} aria-label={t('filter.list')}>
        {state.filters.map((filter) => (
          <Chip key={`${filter.dimension} ${filter.operator}`} filter={filter} screen={screen} />
        ))}
        {state.unknown.map((name) => (
          <li key={name}>
            <Link
              className={css.chip}
              data-unknown
              to={to({ unknown: state.unknown.filter((each) => each !== name) })}
              aria-label={t('filter.remove', { name })}
            >
              {t('filter.unknown', { name })}
              <X size={14} strokeWidth={2} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="ghost"
        icon={<ListFilter size={16} strokeWidth={1.75} aria-hidden />}
        title={`${t('filter.title')} (F)`}
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={onAdd}
      >
        {t('filter.add')}
      </Button>
      {state.filters.length + state.unknown.length > 1 && (
        <Link className={css.clear} to={to({ filters: [], unknown: [] })} preventScrollReset>
          {t('filter.clear')}
        </Link>
      )}
    </div>
  );
}

function Chip({ filter, screen }: { filter: StatisticsFilter; screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const nameOf = useValueNames(filter, screen);
  const values = filter.values.map(nameOf).join(', ');
  const name = `${t(`dimension.${filter.dimension}`, { defaultValue: filter.dimension })} ${t(filter.operator === 'in' ? 'filter.is' : 'filter.is_not')} ${values}`;
  return (
    <li>
      <Link
        className={css.chip}
        to={screen.to({ filters: screen.state.filters.filter((each) => each !== filter) })}
        preventScrollReset
        title={name}
        aria-label={t('filter.remove', { name })}
      >
        <span className={css.text}>{name}</span>
        <X size={14} strokeWidth={2} aria-hidden />
      </Link>
    </li>
  );
}

/** Names within a campaign come from the server. */
const ASKED: ReadonlySet<Dimension> = new Set<Dimension>([
  'campaign',
  'rule',
  'destination',
  'version',
  'traffic_source',
  'language',
  'weekday',
]);

function useValueNames({ dimension, values }: StatisticsFilter, screen: StatisticsScreen): (value: string) => string {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { question, timezone } = screen;
  const query = useMetrics(
    {
      ...question,
      filters: JSON.stringify([{ dimension, operator: 'in', values }]),
      group_by: dimension,
      interval: 'none',
      per_page: '100',
    },
    { goesOn: false, enabled: ASKED.has(dimension) },
  );
  const rows = new Map(query.data?.data.rows.map((row) => [row.keys[0], row]));
  return (value) => {
    if (value === '') return t('none.value');
    switch (dimension) {
      case 'country':
        return formatCountry(language, value);
      case 'device':
      case 'os':
      case 'browser':
      case 'conversion_type':
        return t(`${dimension}.${value}`, { defaultValue: BRAND_NAMES[value] ?? value });
      default:
        return rowName(language, dimension, rows.get(value) ?? unnamed(value), timezone).short;
    }
  };
}

/** Shown until the name is loaded. */
const unnamed = (value: string) => ({ keys: [value], labels: [value], short_labels: [value] });
