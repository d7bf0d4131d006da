import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { DataTable, type DataTableProps } from '../data-table/data-table.tsx';
import { ListToolbar } from '../data-table/list-toolbar.tsx';
import type { ListFilters } from '../data-table/use-list-filters.ts';
import { EmptyState } from '../state/empty-state.tsx';

/** Texts of a list in which nothing matches the filters. */
interface NoMatches {
  filters: Pick<ListFilters<string>, 'isFiltered' | 'clear'>;
  title: string;
  text: string;
  /** Label of the button that clears the filters. */
  clear: string;
}

export interface ListProps<Row> extends DataTableProps<Row> {
  /** Search and filters. */
  toolbar?: ReactNode;
  /** Between the filters and the rows. */
  summary?: ReactNode;
  /** Replaces `empty` while filters are set. */
  noMatches?: NoMatches;
}

/** Rows with their filters and states. */
export function List<Row>({ toolbar, summary, noMatches, empty, ...table }: ListProps<Row>) {
  return (
    <>
      {toolbar && <ListToolbar>{toolbar}</ListToolbar>}
      {summary}
      <DataTable
        // An empty list has no filters and starts higher. A new element appears there; the old one would jump.
        key={toolbar ? 'filtered' : 'whole'}
        {...table}
        empty={noMatches?.filters.isFiltered ? <NothingFound {...noMatches} /> : empty}
      />
    </>
  );
}

function NothingFound({ filters, title, text, clear }: NoMatches) {
  return (
    <EmptyState icon={SearchX} title={title} text={text} action={<Button onClick={filters.clear}>{clear}</Button>} />
  );
}
