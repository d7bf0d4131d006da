import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../../ui/state/delayed.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import css from './query-section.module.css';

interface QuerySectionProps<T> {
  title: string;
  action?: ReactNode;
  query: {
    data: T | undefined;
    error: (Error & { code?: string | undefined }) | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  /** Reserved while loading, so nothing shifts. */
  height: number;
  children: (data: T) => ReactNode;
}

/** A titled card that loads, fails and retries on its own. */
export function QuerySection<T>({ title, action, query, height, children }: QuerySectionProps<T>) {
  const { t } = useTranslation('select');
  const id = useId();
  const { data, error } = query;
  const isWaiting = useDelayed(data === undefined && error === null);
  const isFading = useDelayed(query.isPlaceholderData);
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.header}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {action}
      </header>
      {error && data === undefined && <ErrorCard message={error.message} code={error.code} onRetry={query.refetch} />}
      {data === undefined && !error && (
        <div className={css.blank} style={{ minHeight: height }} data-shown={isWaiting || undefined}>
          {isWaiting && (
            <span className={css.unseen} role="status">
              {t('loading')}
            </span>
          )}
        </div>
      )}
      {data !== undefined && (
        <div className={css.content} data-fading={isFading || undefined} aria-busy={isFading || undefined}>
          {children(data)}
        </div>
      )}
    </section>
  );
}
