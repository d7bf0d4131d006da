import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import css from './actions-menu.module.css';
import type { MenuAction } from './menu-action.ts';
import { MenuItem } from './menu-item.tsx';

interface ContextMenuProps {
  x: number;
  y: number;
  label: string;
  actions: MenuAction[];
  /** Gets the focus back. */
  trigger: HTMLElement | null;
  onClose: () => void;
}

/** A menu at a place of the window. */
export function ContextMenu({ x, y, label, actions, trigger, onClose }: ContextMenuProps) {
  const returnFocus = () => trigger?.isConnected && trigger.focus({ preventScroll: true });
  return (
    <Menu
      opened
      onClose={() => {
        onClose();
        returnFocus();
      }}
      position="bottom-start"
      offset={0}
      middlewares={{ flip: true, shift: true }}
      portalProps={{ target: '#modal-root' }}
      zIndex="var(--z-popover)"
      width="max-content"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: css.dropdown ?? '', item: css.item ?? '', itemSection: css.icon ?? '' }}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: x, top: y, width: 0, height: 0 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} aria-labelledby={undefined}>
        {actions.map((action) => (
          <MenuItem key={action.label} action={action} onSelected={returnFocus} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
