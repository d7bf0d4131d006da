import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column, RowId } from './column.ts';
import css from './data-table.module.css';
import { PageCheckbox, RowCheckbox } from './row-checkbox.tsx';
import type { ListState } from './use-list-state.ts';
import type { Selection } from './use-selection.ts';

export interface RowsShape<Row> {
  label: string;
  columns: Column<Row>[];
  list: ListState;
  rowId: (row: Row) => RowId;
  rowLabel: (row: Row) => string;
  rowHref: ((row: Row) => string) | undefined;
  selection: Selection | undefined;
}

const SKELETON_ROWS = ['1', '2', '3', '4', '5', '6', '7', '8'];

export function Table<Row>({ rows, ...shape }: RowsShape<Row> & { rows: Row[] }) {
  const { columns, rowId, rowLabel, rowHref, selection } = shape;
  return (
    <table className={css.table}>
      <TableHead {...shape} rowCount={rows.length} />
      <tbody>
        {rows.map((row) => {
          const id = rowId(row);
          return (
            <tr key={id} data-row={id} data-marked={selection?.has(id) || undefined}>
              {selection && (
                <td data-narrow>
                  <RowCheckbox id={id} label={rowLabel(row)} selection={selection} />
                </td>
              )}
              {columns.map((column, index) => (
                <td key={column.id} {...looksOf(column)}>
                  {index === 0 && rowHref ? (
                    <Link className={css.rowLink} to={rowHref(row)}>
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                  {column.below?.(row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Shows real headers above skeleton rows, which are hidden during a short wait. */
export function TableLoading<Row>({ shown, ...shape }: RowsShape<Row> & { shown: boolean }) {
  const { t } = useTranslation('select');
  const { columns, selection } = shape;
  return (
    <table className={css.table}>
      <TableHead {...shape} rowCount={0} />
      <tbody data-skeleton data-shown={shown || undefined} className={css.skeleton}>
        {SKELETON_ROWS.map((row) => (
          <tr key={row}>
            {selection && <td data-narrow />}
            {columns.map((column) => (
              <td key={column.id} {...looksOf(column)}>
                <span className={css.bone} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {shown && (
        <caption className={css.unseen} role="status">
          {t('loading')}
        </caption>
      )}
    </table>
  );
}

function TableHead<Row>({ columns, list, selection, rowCount }: RowsShape<Row> & { rowCount: number }) {
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" data-narrow>
            <PageCheckbox selection={selection} rowCount={rowCount} />
          </th>
        )}
        {columns.map((column) => (
          <th key={column.id} scope="col" aria-sort={ariaSort(column, list)} {...looksOf(column)}>
            {column.sortable ? (
              <SortButton column={column} list={list} />
            ) : (
              <span className={column.narrow ? css.unseen : undefined}>{column.header}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function SortButton<Row>({ column, list }: { column: Column<Row>; list: ListState }) {
  const { t } = useTranslation('select');
  const sorted = list.sort === column.id ? list.order : undefined;
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ArrowUpDown;
  return (
    <button
      type="button"
      className={css.sort}
      data-sorted={sorted}
      title={t('sort_by', { column: column.header })}
      onClick={() => list.toggleSort(column.id)}
    >
      {column.header}
      <Icon size={14} strokeWidth={1.75} aria-hidden />
    </button>
  );
}

function ariaSort<Row>({ id, sortable }: Column<Row>, { sort, order }: ListState) {
  if (!sortable) return undefined;
  if (sort !== id) return 'none';
  return order === 'asc' ? 'ascending' : 'descending';
}

const looksOf = <Row,>({ align, priority, narrow, wide }: Column<Row>) => ({
  'data-align': align,
  'data-priority': priority,
  'data-narrow': narrow,
  'data-wide': wide,
});
