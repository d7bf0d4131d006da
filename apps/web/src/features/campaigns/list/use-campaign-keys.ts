import { useEffect, useRef } from 'react';
import { shortcutOf } from '../../../ui/shortcut.ts';

const rowInFocus = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
const somethingIsOpen = (): boolean =>
  document.querySelector('#modal-root :is([role="dialog"], [role="menu"])') !== null;

/** C adds a campaign; in a row E opens it and L copies its link. */
export function useCampaignKeys(onCreate: (() => void) | undefined): void {
  const create = useRef(onCreate);
  useEffect(() => {
    create.current = onCreate;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (somethingIsOpen()) return;
      switch (shortcutOf(event)) {
        case 'c':
          return create.current?.();
        case 'e':
          return rowInFocus()?.querySelector<HTMLElement>('a[href]')?.click();
        case 'l':
          return rowInFocus()?.querySelector<HTMLElement>('[data-copy]')?.click();
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
