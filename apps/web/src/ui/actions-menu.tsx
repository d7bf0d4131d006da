import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import css from './actions-menu.module.css';
import { IconButton } from './button.tsx';

export interface MenuAction {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean;
}

interface ActionsMenuProps {
  /** Names what the actions belong to. */
  label: string;
  actions: MenuAction[];
}

/** How far to the left of its trigger the menu stands. */
const LEFT_BY_PX = 120;

/** The three dots at the end of a row. */
export function ActionsMenu({ label, actions }: ActionsMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <Menu
      position="bottom-start"
      offset={{ mainAxis: 4, crossAxis: -LEFT_BY_PX }}
      middlewares={{ flip: true, shift: false }}
      portalProps={{ target: '#modal-root' }}
      zIndex="var(--z-popover)"
      width="max-content"
      transitionProps={{ transition: 'fade', duration: 120 }}
      classNames={{ dropdown: css.dropdown ?? '', item: css.item ?? '', itemSection: css.icon ?? '' }}
    >
      <Menu.Target>
        <IconButton ref={trigger} label={label}>
          <EllipsisVertical size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={action.icon}
            data-danger={action.danger || undefined}
            onClick={() => {
              // The item is about to vanish; what the action opens gives the focus back to the trigger.
              trigger.current?.focus();
              action.onSelect();
            }}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
