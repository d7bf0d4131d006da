import { INACTIVE_DAYS, USAGE_LEVELS } from '@poklik/contract/customers';
import { ROLES } from '@poklik/contract/roles';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { FilterSelect } from '../../ui/choice/filter-select.tsx';
import type { ListFilters } from '../../ui/data-table/use-list-filters.ts';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { useTariffs } from '../../widgets/billing/tariffs.queries.ts';
import { ROLE_NAMES } from './role-names.ts';
import { useFilterValues } from './users.queries.ts';

/** Allowed values of each filter, as named by the API. */
const CHOICES = {
  role: Object.values(ROLES).map(String),
  status: ['active', 'blocked'],
  verified: ['yes', 'no'],
  usage: USAGE_LEVELS,
  inactive: INACTIVE_DAYS,
  dunning: ['yes', 'no'],
} as const;
const CHOSEN = Object.keys(CHOICES) as (keyof typeof CHOICES)[];
/** Their values come from the server. */
const FREE = ['tariff', 'country', 'tag'] as const;

export const FILTERS = ['search', ...CHOSEN, ...FREE] as const;
export type UserFilter = (typeof FILTERS)[number];

/** Values from the URL that are not among the choices are ignored. */
export function queryOf({ values }: Pick<ListFilters<UserFilter>, 'values'>) {
  const known = CHOSEN.filter((name) => CHOICES[name].some((each) => each === values[name]));
  const free = FREE.filter((name) => values[name] && (name !== 'tariff' || /^[1-9]\d{0,14}$/.test(values[name])));
  return {
    ...(values.search && { search: values.search }),
    ...Object.fromEntries([...known, ...free].map((name) => [name, values[name]])),
  };
}

export function UserFilters({ filters }: { filters: ListFilters<UserFilter> }) {
  const { t } = useTranslation('users_list');
  const options = useFilterOptions();
  const shown = ['role', 'status', 'verified', 'tariff', 'usage', 'inactive', 'dunning', 'country', 'tag'] as const;
  return (
    <>
      <ListSearch filters={filters} placeholder={t('search_label')} maxLength={128} />
      {shown
        .filter((name) => options[name].length > 0 || filters.values[name])
        .map((name) => (
          <FilterSelect
            key={name}
            label={t(`filter.${name}`)}
            anyLabel={t(`filter.any_${name}`)}
            options={options[name]}
            value={filters.values[name] ?? null}
            onChange={(value) => filters.set(name, value)}
          />
        ))}
    </>
  );
}

type Options = Record<Exclude<UserFilter, 'search'>, { value: string; label: string }[]>;

/** What each filter offers, in words. */
export function useFilterOptions(): Options {
  const { t } = useTranslation('users_list');
  const language = useLanguage();
  const tariffs = useTariffs().data ?? [];
  const { tags = [], countries = [] } = useFilterValues().data ?? {};
  const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const named = (name: keyof typeof CHOICES, label: (value: string) => string) =>
    CHOICES[name].map((value) => ({ value, label: label(value) }));
  return {
    role: named('role', (value) => t(ROLE_NAMES[Number(value) as keyof typeof ROLE_NAMES])),
    status: named('status', (value) => t(`status.${value}`)),
    verified: named('verified', (value) => t(`verified.${value}`)),
    usage: named('usage', (value) => t(`usage.${value}`)),
    inactive: named('inactive', (value) => t('inactive', { count: Number(value) })),
    dunning: named('dunning', (value) => t(`dunning.${value}`)),
    tariff: tariffs.map(({ id, name }) => ({ value: String(id), label: name[language] })),
    country: same(countries),
    tag: same(tags),
  };
}
