import { useLocation, useNavigate } from 'react-router';
import { searchWith } from './search-with.ts';

/** Active filters by their API name. */
export interface ListFilters<Name extends string> {
  /** Only the filters that are set. */
  values: Partial<Record<Name, string>>;
  isFiltered: boolean;
  /** Null clears a filter. Typed text replaces the history entry, so going back doesn't step through each character. */
  set: (name: Name, value: string | null, options?: { replace?: boolean }) => void;
  /** Several at once, as one history entry. */
  change: <Some extends Name>(changes: Record<Some, string | null>) => void;
  clear: () => void;
  /** The same changes as link targets. */
  to: (name: Name, value: string | null) => { search: string };
  cleared: { search: string };
}

/** Keeps filters in the URL next to the page and sorting; changing one returns to the first page. */
export function useListFilters<const Name extends string>(names: readonly Name[]): ListFilters<Name> {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = params.get(name);
    if (value) values[name] = value;
  }

  type Changes = Partial<Record<Name, string | null>>;
  const to = (changes: Changes) => searchWith(search, { ...(changes as Record<string, string | null>), page: null });
  const nothing = Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;

  return {
    values,
    isFiltered: Object.keys(values).length > 0,
    set: (name, value, { replace = false } = {}) =>
      void navigate(to({ [name]: value || null } as Changes), { replace }),
    change: (changes) => void navigate(to(changes as Changes)),
    clear: () => void navigate(to(nothing)),
    to: (name, value) => to({ [name]: value } as Changes),
    cleared: to(nothing),
  };
}
