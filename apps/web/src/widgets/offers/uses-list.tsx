import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import css from './offers.module.css';

interface Use {
  kind: 'campaign' | 'offer';
  id: number;
  name: string;
  status: string;
}

interface UsesListProps {
  query: {
    data: { data: readonly Use[]; meta: { total: number } } | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
  /** What is shown when there are none. */
  unused: string;
}

/** Campaigns that lead to an offer or a lander, and offers whose fallback it is. */
export function UsesList({ query: { data, error, refetch }, unused }: UsesListProps) {
  const { t } = useTranslation('offers');
  const localizedPath = useLocalizedPath();
  if (error) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  if (data.data.length === 0) return <p className={css.line}>{unused}</p>;
  const more = data.meta.total - data.data.length;
  return (
    <div className={css.part}>
      <ul className={css.rows}>
        {data.data.map((use) => (
          <li key={`${use.kind} ${use.id}`} className={css.row}>
            {use.kind === 'campaign' ? (
              <Link to={localizedPath(paths.campaignUpdate(use.id))}>{use.name}</Link>
            ) : (
              <span>{t('fallback_of', { name: use.name })}</span>
            )}
            <span className={css.line}>{t(`used_statuses.${use.status}`)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={css.line}>{t('and_more', { count: more })}</p>}
    </div>
  );
}
