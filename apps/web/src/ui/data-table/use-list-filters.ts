import { useLocation, useNavigate } from 'react-router';

/** What a list is narrowed to, by the name that the server knows it under. */
export interface ListFilters<Name extends string> {
  /** Only those that are set. */
  values: Partial<Record<Name, string>>;
  isFiltered: boolean;
  /** Null takes it back. What is typed replaces the entry of the history, so that going back skips the letters. */
  set: (name: Name, value: string | null, options?: { replace?: boolean }) => void;
  clear: () => void;
}

/** Filters stand in the address beside the page and the order; a change of them begins at the first page. */
export function useListFilters<const Name extends string>(names: readonly Name[]): ListFilters<Name> {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = params.get(name);
    if (value) values[name] = value;
  }

  const change = (changes: Partial<Record<Name, string | null>>, replace = false) => {
    const next = new URLSearchParams(search);
    next.delete('page');
    for (const [name, value] of Object.entries(changes) as [Name, string | null][]) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const text = next.toString();
    void navigate({ search: text === '' ? '' : `?${text}` }, { replace });
  };

  return {
    values,
    isFiltered: Object.keys(values).length > 0,
    set: (name, value, { replace } = {}) => change({ [name]: value } as Partial<Record<Name, string | null>>, replace),
    clear: () => change(Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>),
  };
}
