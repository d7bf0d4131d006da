import type { GridHour } from '@poklik/domain/campaigns/weekly-grid';
import { type KeyboardEvent, useState } from 'react';

const STEPS: Record<string, { weekday: number; hour: number }> = {
  ArrowUp: { weekday: -1, hour: 0 },
  ArrowDown: { weekday: 1, hour: 0 },
  ArrowLeft: { weekday: 0, hour: -1 },
  ArrowRight: { weekday: 0, hour: 1 },
  Home: { weekday: 0, hour: -23 },
  End: { weekday: 0, hour: 23 },
};

const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** One cell of the grid is reached by Tab; the arrow keys lead to all others. With Shift they paint their way. */
export function useGridKeys({ onToggle }: { onToggle: (hour: GridHour) => void }) {
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
        const to = { weekday: within(at.weekday + step.weekday, 1, 7), hour: within(at.hour + step.hour, 0, 23) };
        go(to, event.currentTarget.closest('table'));
        if (event.shiftKey) onToggle(to);
      },
    }),
  };
}
