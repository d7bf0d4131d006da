import { type RefObject, useEffect } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)';

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** Traps Tab inside the element and its close button while active, and focuses the first control. */
export function useFocusTrap(
  ref: RefObject<HTMLElement | null>,
  closer: RefObject<HTMLElement | null>,
  active: boolean,
): void {
  useEffect(() => {
    const element = ref.current;
    if (!active || !element) return;
    const controls = () =>
      [...element.querySelectorAll<HTMLElement>(FOCUSABLE), closer.current].filter(
        (each) => each !== null && isShown(each),
      );
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return;
      const all = controls();
      const step = event.shiftKey ? -1 : 1;
      const at = all.indexOf(document.activeElement as HTMLElement);
      event.preventDefault();
      all.at((at + step) % all.length)?.focus();
    };
    if (!element.contains(document.activeElement)) controls()[0]?.focus();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [ref, closer, active]);
}
