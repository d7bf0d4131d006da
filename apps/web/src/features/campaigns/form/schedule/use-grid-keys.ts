import type { GridHour } from '@poklik/domain/schedule/weekly-grid';
import { type KeyboardEvent, useState } from 'react';

const STEPS: Record<string, { days: number; hours: number }> = {
  ArrowUp: { days: -1, hours: 0 },
  ArrowDown: { days: 1, hours: 0 },
  ArrowLeft: { days: 0, hours: -1 },
  ArrowRight: { days: 0, hours: 1 },
  Home: { days: 0, hours: -23 },
  End: { days: 0, hours: 23 },
};

const within = (value: number, max: number): number => Math.min(max, Math.max(0, value));

interface GridKeys {
  /** In row order. */
  weekdays: readonly number[];
  onToggle: (hour: GridHour) => void;
}

/** Roving tabindex for the grid; Shift with an arrow paints. */
export function useGridKeys({ weekdays, onToggle }: GridKeys) {
  const [current, setCurrent] = useState<GridHour>({ weekday: 1, hour: 9 });
  const isCurrent = ({ weekday, hour }: GridHour) => weekday === current.weekday && hour === current.hour;

  const go = (to: GridHour, grid: Element | null) => {
    setCurrent(to);
    grid?.querySelector<HTMLElement>(`[data-cell="${to.weekday}-${to.hour}"]`)?.focus();
  };

  return {
    isCurrent,
    cellProps: (at: GridHour) => ({
      'data-cell': `${at.weekday}-${at.hour}`,
      tabIndex: isCurrent(at) ? 0 : -1,
      onFocus: () => setCurrent(at),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key === ' ' || event.key === 'Enter') {
          event.preventDefault();
          onToggle(at);
          return;
        }
        const step = STEPS[event.key];
        if (!step) return;
        event.preventDefault();
        const row = within(weekdays.indexOf(at.weekday) + step.days, weekdays.length - 1);
        const to = { weekday: weekdays[row] ?? at.weekday, hour: within(at.hour + step.hours, 23) };
        go(to, event.currentTarget.closest('table'));
        if (event.shiftKey) onToggle(to);
      },
    }),
  };
}
