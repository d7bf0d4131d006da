import { type RefObject, useEffect, useRef } from 'react';
import { shortcutOf } from '../shortcut.ts';

interface ListKeys {
  /** The id of the row, as its `data-row` says. */
  onMark?: (row: string, range: boolean) => void;
  onClear?: () => void;
  onPrevious?: () => void;
  onNext?: () => void;
}

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)';

const rowOf = (node: Element | null): HTMLElement | null => node?.closest<HTMLElement>('[data-row]') ?? null;
const controlsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)];
const somethingIsOpen = (): boolean =>
  document.querySelector('#modal-root :is([role="dialog"], [role="menu"])') !== null;

/** Moves between rows with J K and the arrows, marks with X, turns pages with [ and ], and lets go with Esc. */
export function useListKeys(list: RefObject<HTMLElement | null>, keys: ListKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });

  useEffect(() => {
    /** To the same control of the row before or after; from outside the list, to its first row. */
    const move = (step: 1 | -1): boolean => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const current = rowOf(document.activeElement);
      const next = current ? rows[rows.indexOf(current) + step] : rows[0];
      if (!next) return false;
      const place = current ? controlsOf(current).indexOf(document.activeElement as HTMLElement) : 0;
      const controls = controlsOf(next);
      (controls[place] ?? controls[0])?.focus();
      return true;
    };

    const act = (event: KeyboardEvent): boolean => {
      const row = list.current?.contains(document.activeElement) ? rowOf(document.activeElement) : null;
      switch (shortcutOf(event)) {
        case 'j':
          return move(1);
        case 'k':
          return move(-1);
        case 'ArrowDown':
          return row !== null && move(1);
        case 'ArrowUp':
          return row !== null && move(-1);
        case 'x':
          if (row?.dataset.row === undefined) return false;
          latest.current.onMark?.(row.dataset.row, event.shiftKey);
          return true;
        case '[':
          latest.current.onPrevious?.();
          return true;
        case ']':
          latest.current.onNext?.();
          return true;
        case 'Escape':
          latest.current.onClear?.();
          return false;
        default:
          return false;
      }
    };

    const listen = (event: KeyboardEvent) => {
      if (!somethingIsOpen() && act(event)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [list]);
}
