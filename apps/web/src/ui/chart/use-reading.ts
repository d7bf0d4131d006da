import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { ChartLayout } from './chart-layout.ts';

interface Reading {
  /** The step being read. */
  at: number | null;
  /** The step at which a selection started. */
  from: number | null;
}

const NONE: Reading = { at: null, from: null };

/** Reading a chart step by step with pointer or arrow keys, and selecting a range by dragging. */
export function useReading({ steps }: ChartLayout, last: number, onSelect?: (first: number, last: number) => void) {
  const [reading, setReading] = useState(NONE);
  const at = reading.at === null ? null : Math.min(reading.at, last);
  const placeOf = (event: PointerEvent): number =>
    steps.nearest(event.clientX - event.currentTarget.getBoundingClientRect().left);

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: (at ?? last + 1) - 1,
      ArrowRight: (at ?? -1) + 1,
      Home: 0,
      End: last,
    };
    const target = moves[event.key];
    if (event.key === 'Escape' && at !== null) setReading(NONE);
    else if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    else setReading({ at: Math.min(last, Math.max(0, target)), from: null });
    event.preventDefault();
  };
  const onPointerUp = (event: PointerEvent) => {
    const [from, to] = [reading.from, placeOf(event)];
    if (from !== null && from !== to) onSelect?.(Math.min(from, to), Math.max(from, to));
    setReading({ at: to, from: null });
  };

  return {
    at,
    from: reading.from,
    events: {
      onKeyDown,
      onPointerUp,
      onPointerDown: (event: PointerEvent) => setReading({ at: placeOf(event), from: placeOf(event) }),
      onPointerMove: (event: PointerEvent) => setReading({ at: placeOf(event), from: reading.from }),
      onPointerLeave: () => setReading(NONE),
      onBlur: () => setReading(NONE),
    },
  };
}
