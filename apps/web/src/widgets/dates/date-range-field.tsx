import type { DaySpan } from '@poklik/domain/statistics/calendar';
import { lazy, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarPopover } from './calendar-popover.tsx';
import { DateInput } from './date-input.tsx';
import css from './dates.module.css';

const RangePanel = lazy(async () => ({ default: (await import('./range-panel.tsx')).RangePanel }));

/** An end may be empty. */
interface DateRangeFieldProps extends DaySpan {
  /** Accessible names of the two ends. */
  names: { start: string; end: string };
  /** Shown before each end. */
  labels: { start: string; end: string };
  max?: string;
  onChange: (range: DaySpan) => void;
}

/** Two typed dates and one calendar in which both ends are picked. */
export function DateRangeField({ names, labels, start, end, max, onChange }: DateRangeFieldProps) {
  const { t } = useTranslation('select');
  const id = useId();
  const input = (side: 'start' | 'end', value: string) => (
    <label className={css.typed} htmlFor={`${id}-${side}`}>
      <span aria-hidden>{labels[side]}</span>
      <DateInput
        id={`${id}-${side}`}
        className={css.dayInput}
        aria-label={names[side]}
        value={value}
        max={max}
        onChange={(day) => onChange({ start, end, [side]: day })}
      />
    </label>
  );
  return (
    <span className={css.field}>
      {input('start', start)}
      {input('end', end)}
      <CalendarPopover name={t('calendar.range')}>
        {(close) => (
          <RangePanel
            start={start}
            end={end}
            max={max}
            onChoose={(range) => {
              onChange(range);
              close();
            }}
          />
        )}
      </CalendarPopover>
    </span>
  );
}
