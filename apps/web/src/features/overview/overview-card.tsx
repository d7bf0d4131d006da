import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useDelayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import css from './overview-card.module.css';

/** A titled part of a block. */
export function OverviewCard({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.header}>
        <h3 id={id} className={css.title}>
          {title}
        </h3>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

interface BlockQuery<T> {
  data: T | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface BlockProps<T> {
  title: string;
  query: BlockQuery<T>;
  /** Reserved while loading. */
  height: number;
  children: (data: T) => ReactNode;
}

/** A block loads, fails and retries on its own, and keeps what it showed until there is something newer. */
export function Block<T>({ title, query, height, children }: BlockProps<T>) {
  const id = useId();
  return (
    <section className={css.block} aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        {title}
      </h2>
      <BlockContent query={query} height={height}>
        {children}
      </BlockContent>
    </section>
  );
}

function BlockContent<T>({ query, height, children }: Omit<BlockProps<T>, 'title'>) {
  const { t } = useTranslation('select');
  const { data, error, refetch } = query;
  const isWaiting = useDelayed(data === undefined && error === null);
  const isFading = useDelayed(query.isPlaceholderData);
  if (error && !data)
    return (
      <ErrorCard message={error.message} code={error instanceof ApiError ? error.code : undefined} onRetry={refetch} />
    );
  if (!data)
    return (
      <div className={css.blank} style={{ minHeight: height }} data-shown={isWaiting || undefined}>
        {isWaiting && (
          <span className={css.unseen} role="status">
            {t('loading')}
          </span>
        )}
      </div>
    );
  return (
    <div className={css.content} data-fading={isFading || undefined} aria-busy={isFading || undefined}>
      {error && (
        <Banner
          kind="warning"
          role="status"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {t('not_refreshed')}
        </Banner>
      )}
      {children(data)}
    </div>
  );
}
