import type { Offer, OfferVersion } from '@poklik/contract/offers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { DateTime } from '../../widgets/date-time.tsx';
import { useOfferVersions, useRestoreOffer } from '../../widgets/offers/offers.queries.ts';
import css from './offers.module.css';

interface VersionsDialogProps {
  offer: Offer | null;
  canRestore: boolean;
  onClose: () => void;
}

/** Who saved an offer when, and what changed; any version can be restored. */
export function VersionsDialog({ offer, canRestore, onClose }: VersionsDialogProps) {
  const { t } = useTranslation('offers');
  return (
    <Modal opened={offer !== null} onClose={onClose} title={t('versions_title', { name: offer?.name ?? '' })} wide>
      {offer && <Versions id={offer.id} canRestore={canRestore} onDone={onClose} />}
    </Modal>
  );
}

function Versions({ id, canRestore, onDone }: { id: number; canRestore: boolean; onDone: () => void }) {
  const { t } = useTranslation('offers');
  const { data, error, refetch } = useOfferVersions(id);
  const restore = useRestoreOffer();
  const [failure, setFailure] = useState<string>();
  if (error) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  const take = async ({ version }: OfferVersion) => {
    try {
      await restore.mutateAsync({ id, version });
      toast(t('restored', { version }));
      onDone();
    } catch (problem) {
      setFailure(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <div className={css.part}>
      {failure && (
        <Banner kind="danger" role="alert">
          {failure}
        </Banner>
      )}
      <ul className={css.rows}>
        {data.map((version, place) => (
          <li key={version.version} className={css.row}>
            <div>
              <strong>{t('version', { version: version.version })}</strong>{' '}
              <span className={css.line}>
                <DateTime iso={version.created_at} /> {version.author?.name || version.author?.email}
              </span>
              <Changes version={version} before={data[place + 1]} />
            </div>
            {canRestore && place > 0 && (
              <Button size="sm" loading={restore.isPending} onClick={() => void take(version)}>
                {t('restore', { version: version.version })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Each changed setting as it was and is. */
function Changes({ version, before }: { version: OfferVersion; before: OfferVersion | undefined }) {
  const { t } = useTranslation('offers');
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return '—';
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  };
  if (version.changed.length === 0) return null;
  return (
    <ul className={css.rows}>
      {version.changed.map((name) => (
        <li key={name} className={css.note}>
          {t(`settings.${name}`)}: {before ? `${textOf(before.settings[name])} → ` : ''}
          {textOf(version.settings[name])}
        </li>
      ))}
    </ul>
  );
}
