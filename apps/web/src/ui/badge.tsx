import type { ReactNode } from 'react';
import css from './badge.module.css';

/** States differ by shape, not only by color. */
const SHAPES = {
  dot: '●',
  bars: '❚❚',
  ring: '◌',
  box: '▣',
  check: '✓',
  clock: '◔',
  cross: '✕',
  back: '↺',
  half: '◐',
  alert: '!',
};

export interface BadgeLook {
  kind: 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger';
  shape: keyof typeof SHAPES;
}

interface BadgeProps extends BadgeLook {
  children: ReactNode;
}

export function Badge({ kind, shape, children }: BadgeProps) {
  return (
    <span className={css.badge} data-kind={kind}>
      <span aria-hidden className={css.shape}>
        {SHAPES[shape]}
      </span>
      {children}
    </span>
  );
}
