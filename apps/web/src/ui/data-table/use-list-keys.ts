import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type Shortcut, useShortcuts } from '../keyboard/use-shortcuts.ts';

interface ListKeys {
  /** `row` is the value of `data-row`. */
  onMark?: (row: string, range: boolean) => void;
  onClear?: () => void;
  onPrevious?: () => void;
  onNext?: () => void;
}

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)';

const rowOf = (node: Element | null): HTMLElement | null => node?.closest<HTMLElement>('[data-row]') ?? null;
const controlsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

/** J, K and arrows move between rows, X selects, [ and ] turn pages, Esc clears the selection. */
export function useListKeys(list: RefObject<HTMLElement | null>, keys: ListKeys): void {
  const { t } = useTranslation('select');
  const { onMark, onClear, onPrevious, onNext } = keys;
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const isThere = () => rows().length > 0;
  const rowInFocus = () => (list.current?.contains(document.activeElement) ? rowOf(document.activeElement) : null);

  /**
   * Moves to the same control of the next row. From outside the list, J and K go to the first row and arrows do
   * nothing.
   */
  const move = (step: 1 | -1) => (event: KeyboardEvent) => {
    const all = rows();
    const current = rowOf(document.activeElement);
    const next = current ? all[all.indexOf(current) + step] : all[0];
    if (!next || (event.key.startsWith('Arrow') && !rowInFocus())) return false;
    const place = current ? controlsOf(current).indexOf(document.activeElement as HTMLElement) : 0;
    const controls = controlsOf(next);
    (controls[place] ?? controls[0])?.focus();
  };

  const mark = (event: KeyboardEvent) => {
    const row = rowInFocus()?.dataset.row;
    if (row === undefined) return false;
    onMark?.(row, event.shiftKey);
  };

  const clear = () => {
    onClear?.();
    return false;
  };

  const offered: (Shortcut | undefined)[] = [
    { keys: ['j', 'ArrowDown'], label: t('keys.next_row'), isThere, run: move(1) },
    { keys: ['k', 'ArrowUp'], label: t('keys.previous_row'), isThere, run: move(-1) },
    onMark && { keys: ['x'], label: t('keys.mark_row'), isThere, run: mark },
    onMark && { keys: ['shift+x'], label: t('keys.mark_rows'), isThere, run: mark },
    onClear && { keys: ['Escape'], label: t('keys.clear_marks'), isThere, run: clear },
    onPrevious && { keys: ['['], label: t('keys.previous_page'), run: onPrevious },
    onNext && { keys: [']'], label: t('keys.next_page'), run: onNext },
  ];
  useShortcuts(
    'list',
    offered.filter((each) => each !== undefined),
  );
}
