import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import {
  type MouseEvent,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import css from './grid.module.css';
import type { GridProps } from './grid-column.ts';
import { GridRow } from './grid-row.tsx';
import type { PlacedColumn } from './use-grid-table.ts';

export interface GridBodyHandle {
  /** Scrolls a row into view and calls back once it is there. */
  reach: (index: number, then: (row: HTMLElement) => void) => void;
}

interface GridBodyProps<Row> extends GridProps<Row> {
  ref: Ref<GridBodyHandle>;
  placed: readonly PlacedColumn<Row>[];
  scroller: RefObject<HTMLDivElement | null>;
  onMenu: (event: MouseEvent, row: Row) => void;
}

const OVERSCAN = 12;
/** Where nothing is laid out yet, as much as fits a usual screen. */
const USUAL_RECT = { width: 1200, height: 800 };
const FRAMES_MAX = 30;

/** The rows in view; the others are only room. */
export function GridBody<Row>(props: GridBodyProps<Row>) {
  const { ref, placed, scroller, rows, rowId, rowHeight, selection, onMenu } = props;
  const { t } = useTranslation('select');
  const { virtualizer, setFocused } = useRowWindow(props);
  useImperativeHandle(ref, () => ({
    reach: (index, then) => {
      const find = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
      const look = (framesLeft: number): void => {
        const row = find();
        if (row) then(row);
        else if (framesLeft > 0) requestAnimationFrame(() => look(framesLeft - 1));
      };
      virtualizer.scrollToIndex(index, { align: 'auto' });
      look(FRAMES_MAX);
    },
  }));
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const toggle = useCallback((index: number, range: boolean) => latest.current.selection?.toggle(index, range), []);

  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody
      onFocus={({ target }) => setFocused(indexOf(target))}
      onBlur={() => setFocused(null)}
      style={{ '--grid-row': `${rowHeight}px` } as React.CSSProperties}
    >
      <Room height={above} />
      {items.map(({ index }, place) => {
        const row = rows.at(index);
        const gap = place > 0 ? (items[place]?.start ?? 0) - (items[place - 1]?.end ?? 0) : 0;
        return row === undefined ? (
          <tr key={`waiting ${index}`} aria-rowindex={index + 2} className={css.waiting}>
            <td colSpan={placed.length}>
              <span className={css.bone} />
              <span className={css.unseen}>{t('loading')}</span>
            </td>
          </tr>
        ) : (
          <GridRow
            key={rowId(row)}
            index={index}
            gap={gap}
            row={row}
            placed={placed}
            rules={props.layout.rules}
            id={rowId(row)}
            label={props.rowLabel(row)}
            level={props.rowLevel?.(row) ?? 0}
            isSelected={selection?.rows.has(rowId(row)) ?? false}
            onToggle={toggle}
            onMenu={onMenu}
            actions={props.actions?.cell}
          />
        );
      })}
      <Room height={below} />
    </tbody>
  );
}

/** Which rows are in view, and the focused one, which must not disappear. */
function useRowWindow<Row>({ scroller, rows, rowHeight }: GridBodyProps<Row>) {
  const [focused, setFocused] = useState<number | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialRect: USUAL_RECT,
    // A hidden grid keeps its rows.
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height > 0 ? rect : USUAL_RECT)),
    rangeExtractor: (range) => {
      const all = defaultRangeExtractor(range);
      if (focused === null || focused >= range.count || all.includes(focused)) return all;
      return [...all, focused].sort((one, other) => one - other);
    },
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer]);
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const { onView } = rows;
  useEffect(() => onView?.(startIndex, endIndex), [onView, startIndex, endIndex]);
  return { virtualizer, setFocused };
}

const indexOf = (target: Element): number | null => {
  const text = target.closest<HTMLElement>('[data-index]')?.dataset.index;
  return text === undefined ? null : Number(text);
};

function Room({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={css.room}>
      <td style={{ height }} />
    </tr>
  );
}
