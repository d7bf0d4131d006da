import { SearchField } from '../choice/search-field.tsx';
import type { ListFilters } from '../data-table/use-list-filters.ts';

interface ListSearchProps<Name extends string> {
  filters: ListFilters<Name | 'search'>;
  /** Says what is searched. */
  placeholder: string;
  maxLength?: number;
}

/** Searches a list by the filter `search`. */
export function ListSearch<Name extends string>({ filters, ...field }: ListSearchProps<Name>) {
  const { search = '' }: { search?: string } = filters.values;
  return <SearchField {...field} value={search} onSearch={(text) => filters.set('search', text, { replace: true })} />;
}
