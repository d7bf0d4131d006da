import type { ReactNode } from 'react';
import { Link } from 'react-router';
import css from './metric-cell.module.css';

interface MetricCellProps {
  children: ReactNode;
  /** Small note below the value. */
  note?: ReactNode;
  tone?: 'positive' | 'negative' | undefined;
  title?: string | undefined;
  /** The report behind the metric. */
  to: string;
}

/** A metric in a table row; opens its report. */
export function MetricCell({ children, note, tone, title, to }: MetricCellProps) {
  return (
    <Link className={css.figure} title={title} to={to}>
      <span className={css.value} data-tone={tone}>
        {children}
      </span>
      {note && <span className={css.note}>{note}</span>}
    </Link>
  );
}
