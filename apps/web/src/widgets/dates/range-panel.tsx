import type { DaySpan } from '@poklik/domain/statistics/calendar';
import { useState } from 'react';
import { DayPicker } from './day-picker.tsx';

interface RangePanelProps extends DaySpan {
  max: string | undefined;
  onChoose: (range: DaySpan) => void;
}

/** The first click starts a new range and the second one chooses it. */
export function RangePanel({ start, end, max, onChoose }: RangePanelProps) {
  const [picked, setPicked] = useState<[string | null, string | null]>([start || null, end || null]);
  return (
    <DayPicker
      type="range"
      allowSingleDateInRange
      value={picked}
      max={max}
      onChange={([from, to]) => {
        setPicked([from, to]);
        if (from && to) onChoose({ start: from, end: to });
      }}
    />
  );
}
