import { Select, type SelectOption } from '../choice/select.tsx';
import type { ListFilters } from '../data-table/use-list-filters.ts';
import css from './list-filter.module.css';

const ANY = 'any';

interface ListFilterProps<Name extends string> {
  filters: ListFilters<Name>;
  name: Name;
  label: string;
  /** Label of the unfiltered state. */
  anyLabel: string;
  options: SelectOption[];
}

/** Filters a list by one of a few values. Its select is too heavy for the code that every list loads. */
export function ListFilter<Name extends string>({ filters, name, label, anyLabel, options }: ListFilterProps<Name>) {
  return (
    <div className={css.filter}>
      <Select
        aria-label={label}
        value={filters.values[name] ?? ANY}
        onChange={(value) => filters.set(name, value === ANY ? null : value)}
        options={[{ value: ANY, label: anyLabel }, ...options]}
      />
    </div>
  );
}
