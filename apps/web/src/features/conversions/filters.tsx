import { useTranslation } from 'react-i18next';
import type { ListFilters } from '../../ui/data-table/use-list-filters.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Select } from '../../ui/select.tsx';
import { ALL_CAMPAIGNS, useCampaignOptions } from '../../widgets/use-campaign-options.ts';
import css from './conversions.module.css';

type Shared = 'company_id' | 'start_date' | 'end_date';

/** One campaign and a stretch of days: what every tab can be narrowed to. */
export function SharedFilters<Name extends string>({ filters }: { filters: ListFilters<Name | Shared> }) {
  const { t } = useTranslation('conversions');
  const values: Partial<Record<string, string>> = filters.values;
  const campaign = values.company_id ?? ALL_CAMPAIGNS;
  const campaigns = useCampaignOptions(campaign);
  const day = (name: 'start_date' | 'end_date') => (
    <input
      type="date"
      className={css.day}
      aria-label={t(name)}
      title={t(name)}
      value={values[name] ?? ''}
      onChange={(event) => filters.set(name, event.target.value || null)}
    />
  );
  return (
    <>
      <div className={css.filter}>
        <Select
          aria-label={t('campaign')}
          value={campaign}
          onChange={(value) => filters.set('company_id', value === ALL_CAMPAIGNS ? null : value)}
          searchable
          {...campaigns}
        />
      </div>
      {day('start_date')}
      {day('end_date')}
    </>
  );
}

interface OneOfProps<Name extends string> {
  filters: ListFilters<Name>;
  name: Name;
  values: readonly string[];
  /** Under which the words of the values stand. */
  words: string;
}

export function OneOf<Name extends string>({ filters, name, values, words }: OneOfProps<Name>) {
  const { t } = useTranslation('conversions');
  return (
    <FilterSelect
      label={t(`filter.${name}`)}
      anyLabel={t(`filter.any_${name}`)}
      options={values.map((value) => ({ value, label: t(`${words}.${value}`) }))}
      value={filters.values[name] ?? null}
      onChange={(value) => filters.set(name, value)}
    />
  );
}

/** A value that nobody could have chosen is no filter. */
export const oneOf = <const Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find((each) => each === value);
