import { lazy, Suspense } from 'react';
import type { MenuAction } from '../menu/menu-action.ts';

const ContextMenu = lazy(async () => ({ default: (await import('../menu/context-menu.tsx')).ContextMenu }));

export interface OpenMenu<Row> {
  row: Row;
  /** Where the menu opens, in the window. */
  x: number;
  y: number;
  /** Gets the focus back. */
  trigger: HTMLElement | null;
}

interface RowMenuProps<Row> {
  opened: OpenMenu<Row>;
  label: string;
  actions: MenuAction[];
  onClose: () => void;
}

/** The menu of a right click or the Menu key. Its code is loaded when needed. */
export function RowMenu<Row>({ opened: { x, y, trigger }, label, actions, onClose }: RowMenuProps<Row>) {
  return (
    <Suspense>
      <ContextMenu x={x} y={y} label={label} actions={actions} trigger={trigger} onClose={onClose} />
    </Suspense>
  );
}
