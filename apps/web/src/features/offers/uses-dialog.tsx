import type { Offer } from '@poklik/contract/offers';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/modal.tsx';
import { useOfferUses } from '../../widgets/offers/offers.queries.ts';
import { UsesList } from '../../widgets/offers/uses-list.tsx';

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
  return <UsesList query={useOfferUses(id)} unused={t('unused')} />;
}
