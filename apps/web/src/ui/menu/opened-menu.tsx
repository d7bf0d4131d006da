import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import css from './actions-menu.module.css';
import type { ActionsMenuProps } from './menu-action.ts';
import { MenuItem } from './menu-item.tsx';
import { MenuTrigger } from './menu-trigger.tsx';

/** Horizontal offset of the menu to the left of its trigger. */
const LEFT_BY_PX = 120;

/** Replaces the trigger after the first click and opens the menu once its code is loaded. */
export function OpenedMenu({ label, actions }: ActionsMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // The clicked button was replaced, so its replacement takes the focus until the menu does.
    trigger.current?.focus({ preventScroll: true });
    // Delayed, because the menu would treat the current click as an outside click.
    const timer = setTimeout(() => trigger.current?.click());
    return () => clearTimeout(timer);
  }, []);
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
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
        {/* The trigger has the focus until the menu takes it, so it also handles Escape. */}
        <MenuTrigger ref={trigger} label={label} onKeyDown={({ key }) => key === 'Escape' && setOpened(false)} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            action={action}
            // The item is about to disappear; whatever the action opens returns the focus to the trigger.
            onSelected={() => trigger.current?.focus()}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
