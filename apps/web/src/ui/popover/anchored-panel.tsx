import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import css from './anchored-panel.module.css';

interface AnchoredPanelProps {
  /** The element that opened it, which gets the focus back. */
  opener: HTMLElement;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at an element that may scroll away or be replaced. Escape or a click outside closes it. */
export function AnchoredPanel({ opener, title, onClose, children }: AnchoredPanelProps) {
  const id = useId();
  const { left, bottom } = opener.getBoundingClientRect();
  const close = () => {
    onClose();
    if (opener.isConnected) opener.focus({ preventScroll: true });
  };
  return (
    <Popover
      opened
      onChange={(opened) => !opened && close()}
      trapFocus
      width={360}
      returnFocus={false}
      position="bottom-start"
      offset={4}
      middlewares={{ flip: true, shift: true }}
      portalProps={{ target: '#modal-root' }}
      zIndex="var(--z-popover)"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: css.panel ?? '' }}
    >
      <Popover.Target>
        <span aria-hidden style={{ position: 'fixed', left, top: bottom, width: 0, height: 0 }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-labelledby={id}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
