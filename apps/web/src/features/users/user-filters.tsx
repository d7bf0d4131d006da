import { ROLES } from '@poklik/contract/roles';
import { useTranslation } from 'react-i18next';
import type { ListFilters } from '../../ui/data-table/use-list-filters.ts';
import { ListFilter } from '../../ui/list-page/list-filter.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { ROLE_NAMES } from './role-names.ts';

/** Allowed values of each filter, as named by the API. */
const CHOICES = {
  role: Object.values(ROLES).map(String),
  status: ['active', 'blocked'],
  verified: ['yes', 'no'],
} as const;
const CHOSEN = Object.keys(CHOICES) as (keyof typeof CHOICES)[];

export const FILTERS = ['search', ...CHOSEN] as const;
export type UserFilter = (typeof FILTERS)[number];

/** Values from the URL that are not among the choices are ignored. */
export function queryOf({ values }: ListFilters<UserFilter>) {
  const known = CHOSEN.filter((name) => CHOICES[name].some((each) => each === values[name]));
  return {
    ...(values.search && { search: values.search }),
    ...Object.fromEntries(known.map((name) => [name, values[name]])),
  };
}

export function UserFilters({ filters }: { filters: ListFilters<UserFilter> }) {
  const { t } = useTranslation('users_list');
  const labels = {
    role: (value: string) => t(ROLE_NAMES[Number(value) as keyof typeof ROLE_NAMES]),
    status: (value: string) => t(`status.${value}`),
    verified: (value: string) => t(`verified.${value}`),
  };
  return (
    <>
      <ListSearch filters={filters} placeholder={t('search_label')} maxLength={128} />
      {CHOSEN.map((name) => (
        <ListFilter
          key={name}
          filters={filters}
          name={name}
          label={t(`filter.${name}`)}
          anyLabel={t(`filter.any_${name}`)}
          options={CHOICES[name].map((value) => ({ value, label: labels[name](value) }))}
        />
      ))}
    </>
  );
}
