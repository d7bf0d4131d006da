import { useEffect } from 'react';

/**
 * Returns the focus when a dialog closes: to the opener, or, if it was removed with its row, to the same control of a
 * neighboring row, or to the heading.
 */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const heirs = focusFallbacks(document.activeElement);
    return () => heirs.find((heir) => heir.isConnected)?.focus({ preventScroll: true });
  }, [opened]);
}

/** Maximum number of frames to wait for a removed row to disappear. */
const LEAVING_FRAMES = 120;

/** Call before removing a row: moves the focus to its neighbor when it disappears. */
export function moveFocusOnRemoval(): void {
  const opener = document.activeElement;
  const heirs = focusFallbacks(opener);
  const look = (framesLeft: number): void => {
    if (document.activeElement === document.body) {
      heirs.find((heir) => heir.isConnected)?.focus({ preventScroll: true });
    } else if (opener?.isConnected && framesLeft > 0) requestAnimationFrame(() => look(framesLeft - 1));
  };
  requestAnimationFrame(() => look(LEAVING_FRAMES));
}

const CONTROLS = 'a[href], button, input';

function focusFallbacks(opener: Element | null): HTMLElement[] {
  const row = opener?.closest('[data-row]');
  const place = row ? [...row.querySelectorAll(CONTROLS)].indexOf(opener as Element) : -1;
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling].map(
    (each) => each?.querySelectorAll<HTMLElement>(CONTROLS)[place],
  );
  return [opener as HTMLElement | null, ...neighbours, document.querySelector<HTMLElement>('h1')].filter(
    (heir): heir is HTMLElement => heir instanceof HTMLElement && heir !== document.body,
  );
}
