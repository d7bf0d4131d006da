import type { CustomerFilter } from '@poklik/contract/customers';
import { useTranslation } from 'react-i18next';
import { useFilterOptions } from '../user-filters.tsx';

/** A filter in words, as its controls name it. */
export function FilterText({ filter }: { filter: CustomerFilter }) {
  const { t } = useTranslation('users_list');
  const options = useFilterOptions();
  const { search, ...chosen } = filter;
  const names = Object.keys(chosen) as (keyof typeof chosen)[];
  const parts = names.map((name) => {
    const label = options[name].find(({ value }) => value === chosen[name])?.label ?? chosen[name];
    return `${t(`filter.${name}`)}: ${label}`;
  });
  return <>{[...(search ? [`“${search}”`] : []), ...parts].join(' · ')}</>;
}
