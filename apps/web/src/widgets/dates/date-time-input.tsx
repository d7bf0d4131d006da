import { lazy } from 'react';
import { CalendarPopover } from './calendar-popover.tsx';
import { DateInput, type DateInputProps } from './date-input.tsx';
import css from './dates.module.css';

const MomentPanel = lazy(async () => ({ default: (await import('./moment-panel.tsx')).MomentPanel }));

interface DateTimeInputProps extends Omit<DateInputProps, 'withTime' | 'className' | 'max'> {
  /** Name of the calendar. */
  label: string;
}

/** A typed date and time with a calendar: 2026-11-15T09:30, or empty. */
export function DateTimeInput({ label, value, onChange, ...input }: DateTimeInputProps) {
  return (
    <div className={css.moment}>
      <DateInput {...input} withTime className={css.momentInput} value={value} onChange={onChange} />
      <CalendarPopover name={label}>
        {(close) => <MomentPanel value={value} onChange={onChange} onDone={close} />}
      </CalendarPopover>
    </div>
  );
}
