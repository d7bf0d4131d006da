import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import css from './campaigns-limit.module.css';

interface Limits {
  campaigns_used: number;
  campaigns_max: number | null;
}

export const isFull = ({ campaigns_used: used, campaigns_max: max }: Limits): boolean => max !== null && used >= max;

/** Campaigns used of the plan's limit, and what to do when it is reached. */
export function CampaignsLimit({ limits }: { limits: Limits }) {
  const { t } = useTranslation('campaigns');
  const localizedPath = useLocalizedPath();
  const { campaigns_used: used, campaigns_max: max } = limits;
  if (max === null) return t('list.used_unlimited', { count: used });
  return (
    <span className={css.limit} data-full={isFull(limits) || undefined} role={isFull(limits) ? 'status' : undefined}>
      {t('list.used', { used, max })}
      {isFull(limits) && (
        <>
          {' '}
          {t('list.full')} <Link to={localizedPath(paths.tariffs)}>{t('list.to_tariffs')}</Link>
        </>
      )}
    </span>
  );
}
