import type { ReactNode } from 'react';
import { Link } from 'react-router';
import css from './cells.module.css';

interface MetricLinkProps {
  /** The report behind the metric. */
  to: string;
  title?: string | undefined;
  children: ReactNode;
}

/** A metric in a cell. Arrow keys reach it; the Tab key would stop at every number. */
export function MetricLink({ to, title, children }: MetricLinkProps) {
  return (
    <Link className={css.metric} to={to} title={title} tabIndex={-1}>
      {children}
    </Link>
  );
}
