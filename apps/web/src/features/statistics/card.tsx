import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import css from './card.module.css';
import { useStale } from './stale-state.tsx';

interface CardProps {
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled card of the screen. */
export function Card({ title, actions, children }: CardProps) {
  const id = useId();
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.header}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Query state a card needs. */
export interface CardQuery<T> {
  data: T | undefined;
  error: (Error & { code?: string | undefined }) | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface QueryCardProps<T> {
  query: CardQuery<T>;
  /** Reserved height while loading, so nothing shifts. */
  height: number;
  /** What will be shown is a list. */
  isList?: boolean;
  children: (data: T) => ReactNode;
}

/** Each card loads, fails and retries on its own, keeping old data until new data arrives. */
export function QueryCard<T>({ query, height, isList = false, children }: QueryCardProps<T>) {
  const { t } = useTranslation('select');
  const { data, error } = query;
  const waiting = useDelayed(data === undefined && error === null);
  const fading = useDelayed(useStale(query.isPlaceholderData));
  if (error && !data) return <ErrorCard message={error.message} code={error.code} onRetry={query.refetch} />;
  if (!data) {
    return (
      <div
        className={css.blank}
        style={{ minHeight: height }}
        data-shown={waiting || undefined}
        data-list={isList || undefined}
      >
        {waiting && (
          <span className={css.unseen} role="status">
            {t('loading')}
          </span>
        )}
      </div>
    );
  }
  return (
    <div className={css.part} data-fading={fading || undefined} aria-busy={query.isFetching || undefined}>
      {children(data)}
    </div>
  );
}
