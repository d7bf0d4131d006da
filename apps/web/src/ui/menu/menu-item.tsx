import { Menu } from '@mantine/core';
import { Link } from 'react-router';
import type { MenuAction } from './menu-action.ts';

interface MenuItemProps {
  action: MenuAction;
  /** Before the action, which may open something that takes the focus. */
  onSelected: () => void;
}

export function MenuItem({ action, onSelected }: MenuItemProps) {
  const { label, icon } = action;
  if ('to' in action) {
    return (
      <Menu.Item component={Link} to={action.to} leftSection={icon}>
        {label}
      </Menu.Item>
    );
  }
  if ('href' in action) {
    return (
      <Menu.Item component="a" href={action.href} target="_blank" rel="noreferrer" leftSection={icon}>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item
      leftSection={icon}
      data-danger={action.danger || undefined}
      onClick={() => {
        onSelected();
        action.onSelect();
      }}
    >
      {label}
    </Menu.Item>
  );
}
