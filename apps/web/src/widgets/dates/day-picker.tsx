import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/dates/styles.layer.css';
import { type CalendarLevel, DatePicker, type DatePickerProps } from '@mantine/dates';
import { addDays, addMonths, bucketStart, dayAt } from '@poklik/domain/statistics/calendar';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay, formatMonth, formatMonthName, formatWeekday } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import css from './dates.module.css';

interface DayPickerProps<Type extends 'default' | 'range'>
  extends Pick<DatePickerProps<Type>, 'type' | 'value' | 'onChange' | 'allowSingleDateInRange'> {
  max?: string | undefined;
}

/**
 * The kit's calendar in the user's language, week order and time zone. Its names come from Intl like every other date,
 * and arrows, Home, End and the page keys cross the edges of the month.
 */
export function DayPicker<Type extends 'default' | 'range'>({ max, ...picker }: DayPickerProps<Type>) {
  const { t } = useTranslation('select');
  const language = useLanguage();
  const { timezone, week_start: weekStart } = useCurrentUser();
  const [today] = useState(() => dayAt(timezone, Date.now()));
  const picked: unknown[] = Array.isArray(picker.value) ? picker.value : [picker.value];
  const [current, setCurrent] = useState(() => String(picked.find(Boolean) ?? today));
  const [level, setLevel] = useState<CalendarLevel>('month');
  const frame = useRef<HTMLDivElement>(null);
  /** Set when the keyboard or a change of level moves the focus; also when the calendar opens. */
  const isFocusDue = useRef(true);

  useEffect(() => {
    const target = level === 'month' ? `[data-day="${current}"]` : 'td [tabindex="0"]';
    if (isFocusDue.current) frame.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
    isFocusDue.current = false;
  }, [current, level]);

  const show = (day: string) => setCurrent(max !== undefined && day > max ? max : day);
  const onKeyDown = (event: KeyboardEvent, day: string) => {
    const to = dayOfKey(event.key, day, weekStart);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    isFocusDue.current = true;
    show(to);
  };

  return (
    <div ref={frame}>
      <DatePicker
        {...picker}
        date={current}
        onDateChange={show}
        {...(max !== undefined && { maxDate: max })}
        level={level}
        onLevelChange={(to) => {
          isFocusDue.current = true;
          setLevel(to);
        }}
        maxLevel="year"
        // Its own keys aren't printed anywhere.
        enableKeyboardNavigation={false}
        firstDayOfWeek={weekStart === 'sunday' ? 0 : 1}
        weekendDays={[]}
        withCellSpacing={false}
        monthLabelFormat={(month) => <span className={css.month}>{formatMonth(language, month)}</span>}
        monthsListFormat={(month) => formatMonthName(language, month)}
        weekdayFormat={(day) => formatWeekday(language, new Date(`${day}T00:00:00Z`).getUTCDay() || 7)}
        getDayAriaLabel={(day) => formatDay(language, day, 'UTC')}
        ariaLabels={{
          previousMonth: t('calendar.previous'),
          nextMonth: t('calendar.next'),
          previousYear: t('calendar.previous_year'),
          nextYear: t('calendar.next_year'),
        }}
        attributes={{ month: { 'aria-label': formatMonth(language, current) } }}
        getDayProps={(day) => ({
          'data-day': day,
          'data-autofocus': day === current || undefined,
          // The kit would take the computer's date.
          'data-today': day === today || undefined,
          'aria-current': day === today ? 'date' : undefined,
          'aria-pressed': picked.includes(day),
          onKeyDown: (event: KeyboardEvent) => onKeyDown(event, day),
        })}
        classNames={CLASS_NAMES}
      />
      <span role="status" className={css.unseen}>
        {level === 'month' && formatMonth(language, current)}
      </span>
    </div>
  );
}

const CLASS_NAMES = {
  calendarHeaderControl: css.control ?? '',
  calendarHeaderLevel: css.level ?? '',
  weekday: css.weekday ?? '',
  day: css.day ?? '',
  monthsListControl: css.day ?? '',
};

/** The day to which a key moves the focus. */
function dayOfKey(key: string, day: string, weekStart: Parameters<typeof bucketStart>[2]): string | undefined {
  const week = bucketStart(day, 'week', weekStart);
  return {
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    ArrowUp: addDays(day, -7),
    ArrowDown: addDays(day, 7),
    Home: week,
    End: addDays(week, 6),
    PageUp: addMonths(day, -1),
    PageDown: addMonths(day, 1),
  }[key];
}
