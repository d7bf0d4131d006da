import type { Offer } from '@poklik/contract/offers';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { useOfferUses } from '../../widgets/offers/offers.queries.ts';
import css from './offers.module.css';

/** Campaigns that lead to an offer, and offers whose fallback it is. */
export function UsesDialog({ offer, onClose }: { offer: Offer | null; onClose: () => void }) {
  const { t } = useTranslation('offers');
  return (
    <Modal opened={offer !== null} onClose={onClose} title={t('uses_title', { name: offer?.name ?? '' })}>
      {offer && <Uses id={offer.id} />}
    </Modal>
  );
}

function Uses({ id }: { id: number }) {
  const { t } = useTranslation('offers');
  const localizedPath = useLocalizedPath();
  const { data, error, refetch } = useOfferUses(id);
  if (error) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  if (data.data.length === 0) return <p className={css.line}>{t('unused')}</p>;
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
