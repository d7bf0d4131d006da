import { Copy } from 'lucide-react';
import { type MouseEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './grid.module.css';
import { GridBody, type GridBodyHandle } from './grid-body.tsx';
import type { GridProps } from './grid-column.ts';
import { GridHead } from './grid-head.tsx';
import { GridTotals } from './grid-totals.tsx';
import { type OpenMenu, RowMenu } from './row-menu.tsx';
import { useCopyRows } from './use-copy-rows.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridTable } from './use-grid-table.ts';

/** A table of metrics: virtual rows, columns of one's own, keyboard, and a menu per row. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, layout, onLayout, rows, rowId, rowLabel, selection, actions, menu, totals } = props;
  const { t } = useTranslation('grid');
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<GridBodyHandle>(null);
  const width = useClientWidth(scroller);
  useScreenHeight(scroller, props.fillsScreen ?? false);
  const [opened, setOpened] = useState<OpenMenu<Row> | null>(null);
  const placed = useGridTable({
    columns,
    layout,
    onLayout,
    hasSelection: selection !== undefined,
    actionsWidth: actions?.width,
    width,
  });
  const copyRows = useCopyRows(placed, props);
  useGridKeys({ scroller, body, placed, props });
  const openMenu = useCallback(
    (event: MouseEvent, row: Row) => {
      // With Shift, the browser's own menu.
      if (!menu || (event.shiftKey && event.button === 2)) return;
      event.preventDefault();
      const box = (event.target as Element).getBoundingClientRect();
      const isPointed = event.button === 2;
      setOpened({
        row,
        x: isPointed ? event.clientX : box.left + 24,
        y: isPointed ? event.clientY : box.bottom,
        trigger: document.activeElement as HTMLElement | null,
      });
    },
    [menu],
  );

  const total = placed.reduce((sum, column) => sum + column.width, 0);
  return (
    <>
      <div
        ref={scroller}
        className={css.scroller}
        data-grid
        data-loading={props.isLoading || undefined}
        data-sideways={total > width || undefined}
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells.
          role="grid"
          className={css.table}
          aria-label={label}
          aria-rowcount={rows.count + 1}
          aria-multiselectable={selection ? true : undefined}
          style={{ width: total }}
        >
          <colgroup>
            {placed.map((column) => (
              <col key={column.id} style={{ width: column.width }} />
            ))}
          </colgroup>
          <GridHead {...props} placed={placed} />
          <GridBody {...props} ref={body} placed={placed} scroller={scroller} onMenu={openMenu} />
          {totals !== undefined && <GridTotals label={totals} note={props.totalsNote} placed={placed} />}
        </table>
      </div>
      {opened && menu && (
        <RowMenu
          opened={opened}
          label={t('menu_of', { name: rowLabel(opened.row) })}
          actions={[
            ...menu(opened.row),
            { label: t('copy_rows'), icon: <Copy size={16} strokeWidth={1.75} aria-hidden />, onSelect: copyRows },
          ]}
          key={String(rowId(opened.row))}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** Without its scroll bar; 0 before it is laid out. */
function useClientWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

/** The grid ends where the window ends, wherever it begins. */
function useScreenHeight(frame: RefObject<HTMLElement | null>, isOn: boolean): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !isOn) return;
    const measure = () => {
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      element.style.setProperty('--grid-height', `max(22rem, calc(100dvh - ${top}px - 1.5rem))`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [frame, isOn]);
}
