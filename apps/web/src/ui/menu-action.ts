import type { ReactNode } from 'react';

/** What a menu offers: something to do, a screen to go to, or an address to open beside the application. */
export type MenuAction = { label: string; icon?: ReactNode } & (
  | { onSelect: () => void; danger?: boolean }
  | { to: string }
  | { href: string }
);

export interface ActionsMenuProps {
  /** Names what the actions belong to. */
  label: string;
  actions: MenuAction[];
}
