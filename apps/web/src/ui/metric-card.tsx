import type { ReactNode } from 'react';
import { Link } from 'react-router';
import css from './figure-card.module.css';

interface MetricCardProps {
  label: string;
  /** Undefined while it is on its way: then its place is kept. */
  value: ReactNode;
  /** What belongs to the figure, in small under it. */
  note?: ReactNode;
  /** The exact figure or the reason why there is none, for who points at it. */
  title?: string | undefined;
  tone?: 'positive' | 'negative' | undefined;
  /** The screen behind the figure; then the whole card leads there. */
  to?: string;
}

/** One figure of a group, with its name. */
export function MetricCard({ label, value, note, title, tone, to }: MetricCardProps) {
  const content = (
    <>
      <span className={css.label}>{label}</span>
      <span className={css.value} data-tone={tone} title={title}>
        {value === undefined ? <span className={css.bone} /> : value}
      </span>
      <span className={css.note}>{note}</span>
    </>
  );
  return (
    <li className={css.place}>
      {to === undefined ? (
        <div className={css.card}>{content}</div>
      ) : (
        <Link className={css.card} to={to}>
          {content}
        </Link>
      )}
    </li>
  );
}

/** Cards side by side, as many as there is room for. */
export function MetricCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.cards} aria-label={label}>
      {children}
    </ul>
  );
}
