import type { ReactNode } from 'react';
import css from './metric-cell.module.css';

interface MetricCellProps {
  children: ReactNode;
  /** Small note below the value. */
  note?: ReactNode;
  tone?: 'positive' | 'negative' | undefined;
  title?: string | undefined;
}

/** A metric in a table row. */
export function MetricCell({ children, note, tone, title }: MetricCellProps) {
  return (
    <span className={css.figure} title={title}>
      <span className={css.value} data-tone={tone}>
        {children}
      </span>
      {note && <span className={css.note}>{note}</span>}
    </span>
  );
}
