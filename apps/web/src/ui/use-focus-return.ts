import { useEffect } from 'react';

/**
 * Gives the focus back when something that took it closes: to what had it,
 * else, when that is gone with its row, to the same place of the row after or before it, else to the heading.
 */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const heirs = heirsOf(document.activeElement);
    return () => heirs.find((heir) => heir.isConnected)?.focus({ preventScroll: true });
  }, [opened]);
}

/** For what takes a row away at once: called beforehand, it gives the way back to the focus when the row had it. */
export function rememberFocus(): () => void {
  const heirs = heirsOf(document.activeElement);
  return () => {
    if (document.activeElement !== document.body) return;
    heirs.find((heir) => heir.isConnected)?.focus({ preventScroll: true });
  };
}

const CONTROLS = 'a[href], button, input';

function heirsOf(opener: Element | null): HTMLElement[] {
  const row = opener?.closest('[data-row]');
  const place = row ? [...row.querySelectorAll(CONTROLS)].indexOf(opener as Element) : -1;
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling].map(
    (each) => each?.querySelectorAll<HTMLElement>(CONTROLS)[place],
  );
  return [opener as HTMLElement | null, ...neighbours, document.querySelector<HTMLElement>('h1')].filter(
    (heir): heir is HTMLElement => heir instanceof HTMLElement && heir !== document.body,
  );
}
