import { ROLES } from '@poklik/contract/roles';
import { useTranslation } from 'react-i18next';
import { ListToolbar } from '../../ui/data-table/list-toolbar.tsx';
import type { ListFilters } from '../../ui/data-table/use-list-filters.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { ROLE_NAMES } from './role-names.ts';
import css from './users-page.module.css';

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

const ANY = 'any';

export function UserFilters({ filters }: { filters: ListFilters<UserFilter> }) {
  const { t } = useTranslation('users_list');
  const labels = {
    role: (value: string) => t(ROLE_NAMES[Number(value) as keyof typeof ROLE_NAMES]),
    status: (value: string) => t(`status.${value}`),
    verified: (value: string) => t(`verified.${value}`),
  };
  return (
    <ListToolbar>
      <SearchField
        value={filters.values.search ?? ''}
        onSearch={(text) => filters.set('search', text, { replace: true })}
        placeholder={t('search_label')}
        maxLength={128}
      />
      {CHOSEN.map((name) => (
        <div key={name} className={css.filter}>
          <Select
            aria-label={t(`filter.${name}`)}
            value={filters.values[name] ?? ANY}
            onChange={(value) => filters.set(name, value === ANY ? null : value)}
            options={[
              { value: ANY, label: t(`filter.any_${name}`) },
              ...CHOICES[name].map((value) => ({ value, label: labels[name](value) })),
            ]}
          />
        </div>
      ))}
    </ListToolbar>
  );
}
