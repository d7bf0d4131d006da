import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import checkboxCss from '../data-table/data-table.module.css';
import { fixedStyle } from './fixed-style.ts';
import css from './grid.module.css';
import type { GridColumn, GridProps, GridSort } from './grid-column.ts';
import { ACTIONS_ID, type PlacedColumn, SELECT_ID } from './use-grid-table.ts';

export function GridHead<Row>(props: GridProps<Row> & { placed: readonly PlacedColumn<Row>[] }) {
  const { placed, sort, onSort, actions, rows } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {placed.map((each) => (
          <th
            key={each.id}
            scope="col"
            data-align={each.column?.align}
            data-fixed={each.start !== undefined || each.isEnd || undefined}
            data-edge={each.isLastPinned || undefined}
            data-end={each.isEnd || undefined}
            aria-sort={each.column?.firstOrder ? ariaSort(each.id, sort) : undefined}
            style={fixedStyle(each)}
          >
            {each.id === SELECT_ID && <AllCheckbox {...props} />}
            {each.id === ACTIONS_ID && <span className={checkboxCss.unseen}>{actions?.header}</span>}
            {each.column && <HeadLabel column={each.column} sort={sort} onSort={onSort} />}
            {each.canResize && rows.count > 0 && (
              <span
                className={css.resize}
                aria-hidden
                data-active={each.drag !== null || undefined}
                style={each.drag === null ? undefined : { transform: `translateX(${each.drag}px)` }}
                onPointerDown={each.onResize}
                onMouseDown={each.onResize}
                onTouchStart={each.onResize}
              />
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface HeadLabelProps<Row> {
  column: GridColumn<Row>;
  sort: GridSort | undefined;
  onSort: (sort: GridSort) => void;
}

function HeadLabel<Row>({ column: { id, header, firstOrder }, sort, onSort }: HeadLabelProps<Row>) {
  const { t } = useTranslation('select');
  if (!firstOrder) {
    return (
      <span className={css.head} title={header}>
        {header}
      </span>
    );
  }
  const sorted = sort?.column === id ? sort.order : undefined;
  const other = firstOrder === 'asc' ? 'desc' : 'asc';
  const next = sorted === firstOrder ? other : firstOrder;
  const Icon = sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={css.sort}
      data-sorted={sorted}
      title={t('sort_by', { column: header })}
      onClick={() => onSort({ column: id, order: next })}
    >
      <span className={css.head}>{header}</span>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
    </button>
  );
}

function AllCheckbox<Row>({ selection, rows }: GridProps<Row>) {
  const { t } = useTranslation('grid');
  const count = selection?.rows.size ?? 0;
  return (
    <input
      type="checkbox"
      className={checkboxCss.checkbox}
      aria-label={t('select_all')}
      disabled={rows.count === 0}
      checked={count > 0 && count === rows.count}
      ref={(input) => {
        if (input) input.indeterminate = count > 0 && count < rows.count;
      }}
      onChange={selection?.toggleAll}
    />
  );
}

function ariaSort(id: string, sort: GridSort | undefined) {
  if (sort?.column !== id) return 'none';
  return sort.order === 'asc' ? 'ascending' : 'descending';
}
