import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDelayed } from '../state/delayed.tsx';
import { ErrorCard } from '../state/error-card.tsx';
import { useNarrow } from '../use-narrow.ts';
import { Cards, CardsLoading } from './cards.tsx';
import type { Column, RowId, RowPage } from './column.ts';
import css from './data-table.module.css';
import { ListFooter } from './list-footer.tsx';
import { NotRefreshed } from './not-refreshed.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SortSelect } from './sort-select.tsx';
import { Table, TableLoading } from './table.tsx';
import { useListKeys } from './use-list-keys.ts';
import type { ListState } from './use-list-state.ts';
import { useSelection } from './use-selection.ts';

/** The parts of a query result that a list shows. */
export interface ListQuery<Row> {
  data: RowPage<Row> | undefined;
  error: (Error & { code?: string | undefined }) | null;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface DataTableProps<Row> {
  /** Accessible name of the list. */
  label: string;
  columns: Column<Row>[];
  list: ListState;
  query: ListQuery<Row>;
  rowId: (row: Row) => RowId;
  /** Accessible name of a row. */
  rowLabel: (row: Row) => string;
  /** Makes the whole row a link. */
  rowHref?: (row: Row) => string;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
  /** Shown until the first rows are loaded; a skeleton by default. */
  loader?: ReactNode;
  /** Enables row selection and renders the actions for the selected rows. */
  bulkActions?: (ids: RowId[], clear: () => void) => ReactNode;
}

/** Table that becomes cards below 861 px. Page, sorting and page size are in the URL. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, list, query, rowId, rowLabel, rowHref, empty, loader, bulkActions } = props;
  const { data, error } = query;
  const narrow = useNarrow();
  const region = useRef<HTMLElement>(null);
  const loading = useDelayed(data === undefined && error === null);
  const refreshing = useDelayed(data !== undefined && query.isFetching);
  const rows = data?.rows ?? [];
  const selection = useSelection(rows.map(rowId));
  /** The selection bar disappears, so the focus moves back into the list. */
  const clearMarks = () => {
    selection.clear();
    region.current?.querySelector<HTMLElement>('input[type="checkbox"]')?.focus({ preventScroll: true });
  };

  useListKeys(region, {
    ...(bulkActions && {
      onMark: (row, range) => {
        const id = rows.map(rowId).find((each) => String(each) === row);
        if (id !== undefined) selection.toggle(id, range);
      },
      onClear: selection.clear,
    }),
    ...(data?.links.prev && { onPrevious: () => list.goToPage(data.meta.current_page - 1) }),
    ...(data?.links.next && { onNext: () => list.goToPage(data.meta.current_page + 1) }),
  });

  const shape = {
    label,
    columns,
    list,
    rowId,
    rowLabel,
    rowHref,
    selection: bulkActions && selection,
  };
  const Rows = narrow ? Cards : Table;
  const Loading = narrow ? CardsLoading : TableLoading;

  const content = () => {
    if (error && !data) {
      return <ErrorCard message={error.message} code={error.code} onRetry={query.refetch} />;
    }
    if (!data || loading) {
      if (loader) return loading ? loader : <div className={css.blank} />;
      return <Loading {...shape} shown={loading} />;
    }
    if (rows.length > 0) return <Rows {...shape} rows={rows} />;
    return data.meta.total > 0 ? (
      <PageOutOfRange page={list.page} last={data.meta.last_page} toPage={list.toPage} />
    ) : (
      empty
    );
  };

  return (
    <section
      ref={region}
      className={css.region}
      aria-label={label}
      aria-busy={query.isFetching || loading || undefined}
    >
      {error && data && <NotRefreshed onRetry={query.refetch} />}
      {narrow && rows.length > 0 && <SortSelect columns={columns} list={list} />}
      <div className={css.frame} data-cards={narrow && (rows.length > 0 || (!data && !error)) ? true : undefined}>
        {refreshing && <div className={css.progress} aria-hidden />}
        {content()}
      </div>
      {bulkActions && selection.ids.length > 0 && (
        <SelectionBar count={selection.ids.length} onClear={clearMarks}>
          {bulkActions(selection.ids, clearMarks)}
        </SelectionBar>
      )}
      {data && rows.length > 0 && <ListFooter page={data} list={list} />}
    </section>
  );
}

function PageOutOfRange({ page, last, toPage }: { page: number; last: number; toPage: ListState['toPage'] }) {
  const { t } = useTranslation('select');
  return (
    <p className={css.pastTheEnd}>
      {t('page_past_end', { page, last })} <Link to={toPage(last)}>{t('to_last_page', { last })}</Link>
    </p>
  );
}
