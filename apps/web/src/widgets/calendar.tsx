import { weekdaysFrom } from '@poklik/domain/campaigns/weekly-grid';
import { addDays, addMonths, bucketStart, dayAt, monthWeeks } from '@poklik/domain/statistics/calendar';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../api/current-user.ts';
import { formatDay, formatMonth, formatWeekday } from '../format/dates.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { IconButton } from '../ui/button.tsx';
import css from './calendar.module.css';

interface CalendarProps {
  value: string;
  max: string | undefined;
  onChoose: (day: string) => void;
}

/** One month. Only one day is a tab stop; arrows, Home, End and the page keys move between days. */
export function Calendar({ value, max, onChoose }: CalendarProps) {
  const { t } = useTranslation('select');
  const language = useLanguage();
  const { timezone, week_start: weekStart } = useCurrentUser();
  const [today] = useState(() => dayAt(timezone, Date.now()));
  const [current, setCurrent] = useState(value || today);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  const name = formatMonth(language, current);
  const isOffered = (day: string) => max === undefined || day <= max;

  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
    moved.current = false;
  }, [current]);

  const onKeyDown = (event: KeyboardEvent) => {
    const first = bucketStart(current, 'week', weekStart);
    const to = {
      ArrowLeft: addDays(current, -1),
      ArrowRight: addDays(current, 1),
      ArrowUp: addDays(current, -7),
      ArrowDown: addDays(current, 7),
      Home: first,
      End: addDays(first, 6),
      PageUp: addMonths(current, -1),
      PageDown: addMonths(current, 1),
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moved.current = true;
    setCurrent(max !== undefined && to > max ? max : to);
  };

  return (
    <div className={css.calendar}>
      <div className={css.head}>
        <IconButton label={t('calendar.previous')} onClick={() => setCurrent(addMonths(current, -1))}>
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <span role="status" className={css.month}>
          {name}
        </span>
        <IconButton
          label={t('calendar.next')}
          disabled={!isOffered(bucketStart(addMonths(current, 1), 'month'))}
          onClick={() => {
            const next = addMonths(current, 1);
            setCurrent(max !== undefined && next > max ? max : next);
          }}
        >
          <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <table ref={grid} aria-label={name} className={css.grid}>
        <thead>
          <tr>
            {weekdaysFrom(weekStart).map((weekday) => (
              <th key={weekday} scope="col" abbr={formatWeekday(language, weekday, 'long')} className={css.weekday}>
                {formatWeekday(language, weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(current, weekStart).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={css.day}
                    data-day={day}
                    data-other-month={day.slice(0, 7) !== current.slice(0, 7) || undefined}
                    data-autofocus={day === current || undefined}
                    tabIndex={day === current ? 0 : -1}
                    aria-label={formatDay(language, day, 'UTC')}
                    aria-pressed={day === value}
                    aria-current={day === today ? 'date' : undefined}
                    disabled={!isOffered(day)}
                    onKeyDown={onKeyDown}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
