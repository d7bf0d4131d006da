import { useDebouncedValue } from '@mantine/hooks';
import { DIMENSIONS, type Dimension } from '@poklik/contract/statistics';
import { rankOptions } from '@poklik/domain/search/option-search';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { useCampaignSearch } from '../../../widgets/use-campaign-search.ts';
import { QueryCard } from '../card.tsx';
import { rowName } from '../date-text.ts';
import { useMetrics } from '../statistics.queries.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './filter-dialog.module.css';
import { Segments } from './segments.tsx';

const PAUSE_MS = 200;

interface FilterDialogProps {
  screen: StatisticsScreen;
  onClose: () => void;
}

/** Chooses filter values, most clicked first. */
export function FilterDialog({ screen, onClose }: FilterDialogProps) {
  const { t } = useTranslation('statistics');
  const { state } = screen;
  const [dimension, setDimension] = useState<Dimension>('country');
  const [operator, setOperator] = useState<'in' | 'not_in'>('in');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(valuesOf(screen, 'country', 'in'));
  const begin = (next: Dimension, how: 'in' | 'not_in') => {
    setDimension(next);
    setOperator(how);
    setChosen(valuesOf(screen, next, how));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const rest = state.filters.filter((filter) => filter.dimension !== dimension || filter.operator !== operator);
    const filters = chosen.length > 0 ? [...rest, { dimension, operator, values: [...chosen] }] : rest;
    void screen.change({ filters });
    onClose();
  };
  const toggle = (key: string) =>
    setChosen(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]);

  /** Enter selects the search result; without a search it applies the filter. */
  const chooseFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || search.trim() === '') return;
    event.preventDefault();
    const first = event.currentTarget.form?.querySelector<HTMLInputElement>('fieldset input[type="checkbox"]');
    if (!first) return;
    if (!first.checked) first.click();
    setSearch('');
  };

  return (
    <Modal opened onClose={onClose} title={t('filter.title')} sheet>
      <form className={css.form} onSubmit={submit}>
        <div className={css.line}>
          <NativeSelect
            label={t('filter.dimension')}
            value={dimension}
            options={DIMENSIONS.map((each) => ({ value: each, label: t(`dimension.${each}`, { defaultValue: each }) }))}
            onChange={(value) => begin(value as Dimension, operator)}
          />
          <Segments
            label={t('filter.title')}
            value={operator}
            options={[
              { value: 'in', label: t('filter.is') },
              { value: 'not_in', label: t('filter.is_not') },
            ]}
            onChange={(value) => begin(dimension, value === 'in' ? 'in' : 'not_in')}
          />
        </div>
        <input
          className={css.search}
          type="search"
          value={search}
          placeholder={t('filter.search')}
          aria-label={t('filter.search')}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={chooseFirst}
        />
        <fieldset className={css.values}>
          <legend className={css.legend}>{t('filter.values')}</legend>
          <FilterValues screen={screen} dimension={dimension} search={search} chosen={chosen} onToggle={toggle} />
        </fieldset>
        <Button type="submit" variant="primary">
          {t('filter.apply')}
        </Button>
      </form>
    </Modal>
  );
}

interface FilterValuesProps {
  screen: StatisticsScreen;
  dimension: Dimension;
  search: string;
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

/** Values of a dimension, and the campaigns found by name. */
function FilterValues({ screen, dimension, search, chosen, onToggle }: FilterValuesProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { state, question, timezone } = screen;
  const others = state.filters.filter((filter) => filter.dimension !== dimension);
  const query = useMetrics(
    {
      ...question,
      filters: JSON.stringify(others),
      group_by: dimension,
      interval: 'none',
      sort: 'clicks',
      order: 'desc',
      per_page: '100',
    },
    { goesOn: false },
  );
  // The query returns the most clicked values; campaigns are also found by name without clicks.
  const [asked] = useDebouncedValue(search.trim(), PAUSE_MS);
  const named = useCampaignSearch(asked, dimension === 'campaign' && asked !== '').data?.data ?? [];
  return (
    <QueryCard query={query} height={240} isList>
      {({ data }) => {
        const rows = data.rows.map((row) => {
          const { short, full } = rowName(language, dimension, row, timezone);
          return { value: row.keys[0] ?? '', label: full, short, clicks: row.clicks as number | null };
        });
        const found = rankOptions(rows, search).concat(
          dimension === 'campaign' && search.trim() !== '' ? campaignsWithoutClicks(named, data.rows) : [],
        );
        if (found.length === 0) return <p className={css.none}>{t('empty.panel')}</p>;
        return found.map(({ value, label, short, clicks }) => (
          <label key={value} className={css.value} title={label}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
            <span className={css.name}>{short}</span>
            <span className={css.clicks}>{clicks !== null && formatInteger(language, clicks)}</span>
          </label>
        ));
      }}
    </QueryCard>
  );
}

/** Matching campaigns without clicks, as rows. */
const campaignsWithoutClicks = (
  campaigns: readonly { id: number; name: string }[],
  rows: readonly { keys: string[] }[],
) =>
  campaigns
    .filter(({ id }) => !rows.some(({ keys }) => keys[0] === String(id)))
    .map(({ id, name }) => ({ value: String(id), label: name, short: name, clicks: null }));

const valuesOf = ({ state }: StatisticsScreen, dimension: Dimension, operator: 'in' | 'not_in'): readonly string[] =>
  state.filters.find((filter) => filter.dimension === dimension && filter.operator === operator)?.values ?? [];
