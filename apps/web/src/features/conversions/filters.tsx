import { LANGUAGE_TAGS } from '@poklik/contract/language';
import { UNKNOWN_COUNTRY } from '@poklik/contract/routing';
import { COUNTRIES } from '@poklik/domain/campaigns/iso-codes';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import type { ListFilters } from '../../ui/data-table/use-list-filters.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Select } from '../../ui/select.tsx';
import { DateRangeField } from '../../widgets/dates/date-range-field.tsx';
import { ALL_CAMPAIGNS, useCampaignOptions } from '../../widgets/use-campaign-options.ts';
import css from './conversions.module.css';
import { useVisitorFacts } from './use-visitor-facts.ts';

type CommonFilterNames = 'company_id' | 'start_date' | 'end_date';

/** Filters shared by all tabs: campaign and dates. */
export function CommonFilters<Name extends string>({ filters }: { filters: ListFilters<Name | CommonFilterNames> }) {
  const { t } = useTranslation('conversions');
  const values: Partial<Record<string, string>> = filters.values;
  const campaign = values.company_id ?? ALL_CAMPAIGNS;
  const campaigns = useCampaignOptions(campaign);
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
      <DateRangeField
        labels={{ start: t('from_day'), end: t('to_day') }}
        names={{ start: t('start_date'), end: t('end_date') }}
        start={values.start_date ?? ''}
        end={values.end_date ?? ''}
        onChange={({ start, end }) => filters.change({ start_date: start || null, end_date: end || null })}
      />
    </>
  );
}

interface OneOfProps<Name extends string> {
  filters: ListFilters<Name>;
  name: Name;
  values: readonly string[];
  /** Key prefix of the option labels. */
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

/** All countries in alphabetical order of the user's language. */
export function CountryFilter<Name extends string>({ filters }: { filters: ListFilters<Name | 'country'> }) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  const { word } = useVisitorFacts();
  const values: Partial<Record<string, string>> = filters.values;
  const options = [UNKNOWN_COUNTRY, ...COUNTRIES]
    .map((code) => ({ value: code, label: word('country', code) }))
    .sort((one, other) => one.label.localeCompare(other.label, LANGUAGE_TAGS[language]));
  return (
    <FilterSelect
      label={t('filter.country')}
      anyLabel={t('filter.any_country')}
      options={options}
      value={values.country ?? null}
      onChange={(value) => filters.set('country', value)}
    />
  );
}

/** Invalid values are ignored. */
export const oneOf = <const Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find((each) => each === value);
