import { PRESETS, shifted } from '@poklik/domain/statistics/presets';
import { useEffect, useRef } from 'react';
import { shortcutOf } from '../../ui/shortcut.ts';
import type { Screen } from './use-statistics-state.ts';

interface Actions {
  onFilter: () => void;
  onCustomPeriod: () => void;
  /** A dialog has the keyboard. */
  isBusy: boolean;
}

/** Digits choose a period, arrows shift it, V compares, F filters; on any layout. */
export function useStatisticsKeys(screen: Screen, actions: Actions): void {
  const latest = useRef({ screen, actions });
  useEffect(() => {
    latest.current = { screen, actions };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { screen: own, actions: does } = latest.current;
      const key = does.isBusy ? null : shortcutOf(event);
      if (key === null || event.shiftKey) return;
      const { state, days, today, change } = own;
      const preset = PRESETS[Number(key) - 1];
      if (preset) change({ period: preset, interval: null });
      else if (key === '0') does.onCustomPeriod();
      else if (key === 'ArrowLeft') change({ period: shifted(days, -1, today), interval: null });
      else if (key === 'ArrowRight' && days.end < today) change({ period: shifted(days, 1, today), interval: null });
      else if (key === 'v') change({ compare: state.compare === 'none' ? 'previous' : 'none' });
      else if (key === 'f') does.onFilter();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
