import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type Shortcut, useShortcuts } from '../keyboard/use-shortcuts.ts';
import type { GridBodyHandle } from './grid-body.tsx';
import type { GridProps } from './grid-column.ts';
import { useCopyRows } from './use-copy-rows.ts';
import type { PlacedColumn } from './use-grid-table.ts';

interface GridKeys<Row> {
  scroller: RefObject<HTMLElement | null>;
  body: RefObject<GridBodyHandle | null>;
  placed: readonly PlacedColumn<Row>[];
  props: GridProps<Row>;
}

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)';
const PAGE_ROWS = 12;

const cellOf = (node: Element | null): HTMLElement | null => node?.closest<HTMLElement>('td[data-col]') ?? null;
const focusIn = (cell: Element | null | undefined) =>
  (cell?.querySelector<HTMLElement>(CONTROLS) ?? (cell as HTMLElement | null | undefined))?.focus();

/** Arrows move between cells, Space selects, Enter opens, Ctrl+C copies; J, K and X as in every list. */
export function useGridKeys<Row>({ scroller, body, placed, props }: GridKeys<Row>): void {
  const { t } = useTranslation(['select', 'grid']);
  const { rows, opensRows, selection } = props;
  const copyRows = useCopyRows(placed, props);
  const cellInFocus = () => {
    const cell = cellOf(document.activeElement);
    return cell && scroller.current?.contains(cell) ? cell : null;
  };
  const indexInFocus = () => {
    const text = cellInFocus()?.closest<HTMLElement>('[data-index]')?.dataset.index;
    return text === undefined ? null : Number(text);
  };
  const isThere = () => rows.count > 0;

  /** From outside the grid, only J and K enter it. */
  const move = (step: number) => (event: KeyboardEvent) => {
    const cell = cellInFocus();
    const index = indexInFocus();
    if (!cell && event.key.length > 1) return false;
    const next = index === null ? 0 : Math.min(Math.max(index + step, 0), rows.count - 1);
    const column = cell?.dataset.col ?? placed.find((each) => each.column)?.id;
    body.current?.reach(next, (row) => focusIn(row.querySelector(`td[data-col="${column}"]`)));
  };
  const sideways = (step: 1 | -1) => () => {
    const cell = cellInFocus();
    const next = step === 1 ? cell?.nextElementSibling : cell?.previousElementSibling;
    if (!cell) return false;
    focusIn(next);
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const mark = (event: KeyboardEvent) => {
    const index = indexInFocus();
    // A focused control handles Space itself.
    if (index === null || (event.key === ' ' && (event.target as Element).matches('button, input'))) return false;
    selection?.toggle(index, event.shiftKey);
  };
  const open = (event: KeyboardEvent) => {
    const index = indexInFocus();
    if (index === null || (event.target as Element).matches(CONTROLS)) return false;
    cellInFocus()?.closest('tr')?.querySelector<HTMLElement>('[data-open]')?.click();
  };
  const copy = () => {
    const isTextSelected = !document.getSelection()?.isCollapsed;
    if (isTextSelected || (!cellInFocus() && !selection?.rows.size)) return false;
    copyRows();
  };

  const offered: (Shortcut | false | undefined)[] = [
    { keys: ['j', 'ArrowDown'], label: t('keys.next_row'), isThere, run: move(1) },
    { keys: ['k', 'ArrowUp'], label: t('keys.previous_row'), isThere, run: move(-1) },
    { keys: ['PageDown'], label: t('grid:keys.page_down'), isThere, run: move(PAGE_ROWS) },
    { keys: ['PageUp'], label: t('grid:keys.page_up'), isThere, run: move(-PAGE_ROWS) },
    { keys: ['Home'], label: t('grid:keys.first'), isThere, run: move(Number.NEGATIVE_INFINITY) },
    { keys: ['End'], label: t('grid:keys.last'), isThere, run: move(Number.POSITIVE_INFINITY) },
    { keys: ['ArrowRight'], label: t('grid:keys.next_cell'), isThere: () => cellInFocus() !== null, run: sideways(1) },
    {
      keys: ['ArrowLeft'],
      label: t('grid:keys.previous_cell'),
      isThere: () => cellInFocus() !== null,
      run: sideways(-1),
    },
    opensRows && { keys: ['Enter'], label: t('grid:keys.open'), isThere, run: open },
    selection && { keys: ['x', 'Space'], label: t('keys.mark_row'), isThere, run: mark },
    selection && { keys: ['shift+x', 'shift+Space'], label: t('keys.mark_rows'), isThere, run: mark },
    selection && {
      keys: ['Escape'],
      label: t('keys.clear_marks'),
      isThere,
      run: () => {
        selection.clear();
        return false;
      },
    },
    { keys: ['mod+c'], label: t('grid:keys.copy'), isThere, run: copy },
  ];
  useShortcuts(
    'list',
    offered.filter((each) => typeof each === 'object'),
  );
}
