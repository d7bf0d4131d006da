import type { Dimension, StatisticsFilter } from '@poklik/contract/statistics';
import { OTHER_EVENTS } from '@poklik/domain/page-events/event-names';
import { BRAND_NAMES } from '@poklik/domain/statistics/brand-names';
import { useTranslation } from 'react-i18next';
import { formatCountry } from '../../../format/display-names.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { FilterBar, FilterChip } from '../../../widgets/filters/filter-bar.tsx';
import { rowName } from '../date-text.ts';
import { useMetrics } from '../statistics.queries.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';

interface FilterChipsProps {
  screen: StatisticsScreen;
  onAdd: () => void;
  /** Preloads the filter dialog. */
  onNear: () => void;
}

/** Active filters, each removable. */
export function FilterChips({ screen, onAdd, onNear }: FilterChipsProps) {
  const { state, to } = screen;
  const isClearable = state.filters.length + state.unknown.length > 1;
  return (
    <FilterBar
      cleared={isClearable ? to({ filters: [], unknown: [] }) : undefined}
      shortcut="F"
      onAdd={onAdd}
      onNear={onNear}
    >
      {state.filters.map((filter) => (
        <Chip key={`${filter.dimension} ${filter.operator}`} filter={filter} screen={screen} />
      ))}
      {state.unknown.map((name) => (
        <FilterChip
          key={name}
          name={name}
          isUnknown
          without={to({ unknown: state.unknown.filter((each) => each !== name) })}
        />
      ))}
    </FilterBar>
  );
}

function Chip({ filter, screen }: { filter: StatisticsFilter; screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const nameOf = useValueNames(filter, screen);
  const values = filter.values.map(nameOf).join(', ');
  const name = `${t(`dimension.${filter.dimension}`, { defaultValue: filter.dimension })} ${t(filter.operator === 'in' ? 'filter.is' : 'filter.is_not')} ${values}`;
  return (
    <FilterChip name={name} without={screen.to({ filters: screen.state.filters.filter((each) => each !== filter) })} />
  );
}

/** Names within a campaign come from the server. */
const ASKED: ReadonlySet<Dimension> = new Set<Dimension>([
  'campaign',
  'rule',
  'destination',
  'version',
  'traffic_source',
  'lander',
  'offer',
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
    if (value === '') return t(dimension === 'event' || dimension === 'tag_kind' ? `none.${dimension}` : 'none.value');
    switch (dimension) {
      case 'country':
        return formatCountry(language, value);
      case 'device':
      case 'os':
      case 'browser':
      case 'conversion_type':
      case 'entry':
        return t(`${dimension}.${value}`, { defaultValue: BRAND_NAMES[value] ?? value });
      case 'event':
        return value === OTHER_EVENTS ? t('other_events') : value;
      default:
        return rowName(language, dimension, rows.get(value) ?? unnamed(value), timezone).short;
    }
  };
}

/** Shown until the name is loaded. */
const unnamed = (value: string) => ({ keys: [value], labels: [value], short_labels: [value] });
