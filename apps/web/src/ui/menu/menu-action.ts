import type { ReactNode } from 'react';

/** A menu item: an action, an internal link, or an external link. */
export type MenuAction = { label: string; icon?: ReactNode } & (
  | { onSelect: () => void; danger?: boolean }
  | { to: string }
  | { href: string }
);

export interface ActionsMenuProps {
  /** Accessible name of the menu. */
  label: string;
  actions: MenuAction[];
}
