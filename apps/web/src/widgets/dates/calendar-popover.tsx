import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import css from './dates.module.css';

interface CalendarPopoverProps {
  /** Name of the field that the calendar belongs to. */
  name: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a calendar, which loads on demand. */
export function CalendarPopover({ name, children }: CalendarPopoverProps) {
  const { t } = useTranslation('select');
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnterInField = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (event.key !== 'Escape' && !isEnterInField) return;
    // Only the calendar closes: not a surrounding dialog, and the form isn't submitted.
    event.preventDefault();
    close();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      withinPortal={false}
      trapFocus
      returnFocus={false}
      closeOnEscape={false}
      hideDetached={false}
      position="bottom-end"
      // Out of columns that scroll on their own and would cut it off.
      floatingStrategy="fixed"
      zIndex="var(--z-popover)"
      transitionProps={{ transition: 'fade', duration: 120 }}
      classNames={{ dropdown: css.dropdown ?? '' }}
    >
      <Popover.Target>
        <IconButton
          ref={opener}
          className={css.opener}
          label={`${t('calendar.open')}: ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <CalendarDays size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('calendar.open')} onKeyDown={onKeyDown}>
        <Suspense fallback={<div className={css.loading} />}>{children(close)}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
