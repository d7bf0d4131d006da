import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/button.tsx';
import { Calendar } from './calendar.tsx';
import css from './day-field.module.css';

interface DayFieldProps {
  /** Shown before the field. */
  label: string;
  /** Accessible name, if the label is not enough. */
  name?: string;
  /** 2026-11-15, or empty. */
  value: string;
  max?: string;
  onChange: (day: string) => void;
}

/** A date input with a calendar in the user's language and week order. Phones show their own calendar. */
export function DayField({ label, name = label, value, max, onChange }: DayFieldProps) {
  const { t } = useTranslation('select');
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Escape closes only the calendar, not a surrounding dialog.
    event.preventDefault();
    close();
  };
  return (
    <span className={css.field}>
      <label className={css.typed}>
        <span aria-hidden>{label}</span>
        <input
          type="date"
          aria-label={name}
          value={value}
          max={max}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        withinPortal={false}
        trapFocus
        returnFocus={false}
        closeOnEscape={false}
        hideDetached={false}
        position="bottom"
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
          <Calendar
            value={value}
            max={max}
            onChoose={(day) => {
              onChange(day);
              close();
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}
