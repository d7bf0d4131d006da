import type { Offer } from '@poklik/contract/offers';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/modal.tsx';
import { useOfferVersions, useRestoreOffer } from '../../widgets/offers/offers.queries.ts';
import { VersionList } from '../../widgets/offers/version-list.tsx';

interface VersionsDialogProps {
  offer: Offer | null;
  canRestore: boolean;
  onClose: () => void;
}

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
  const restore = useRestoreOffer();
  return (
    <VersionList
      query={useOfferVersions(id)}
      restore={canRestore ? (version) => restore.mutateAsync({ id, version }) : null}
      onRestored={onDone}
      settingName={(name) => t(`settings.${name}`)}
    />
  );
}
