import type { ReactNode } from 'react';
import { Link } from 'react-router';
import css from './metric-card.module.css';

interface MetricCardProps {
  label: string;
  /** Undefined while loading; the space stays reserved. */
  value: ReactNode;
  /** Small note below the value. */
  note?: ReactNode;
  /** Tooltip: the exact value or why there is none. */
  title?: string | undefined;
  tone?: 'positive' | 'negative' | undefined;
  /** Makes the card a link. */
  to?: string;
}

/** A name rather than a number: it would break inside a word. */
const isLong = (value: ReactNode): boolean => typeof value === 'string' && value.length > 12 && /\p{L}{4}/u.test(value);

/** A metric with its label. */
export function MetricCard({ label, value, note, title, tone, to }: MetricCardProps) {
  const content = (
    <>
      <span className={css.label}>{label}</span>
      <span className={css.value} data-tone={tone} data-long={isLong(value) || undefined} title={title}>
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

export function MetricCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.cards} aria-label={label}>
      {children}
    </ul>
  );
}
