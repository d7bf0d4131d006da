import type { Offer } from '@poklik/contract/offers';
import { useTranslation } from 'react-i18next';
import { useArchiveOffer, useOfferUses } from '../../widgets/offers/offers.queries.ts';
import { ReplaceDialog } from '../../widgets/offers/replace-dialog.tsx';
import { useOfferOptions } from '../../widgets/offers/use-offer-options.ts';

export function ArchiveDialog({ offer, onClose }: { offer: Offer | null; onClose: () => void }) {
  return offer && <Opened key={offer.id} offer={offer} onClose={onClose} />;
}

function Opened({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { t } = useTranslation('offers');
  const archive = useArchiveOffer();
  const uses = useOfferUses(offer.id).data?.meta.total ?? 0;
  return (
    <ReplaceDialog
      thing={offer}
      uses={uses}
      texts={{
        title: t('archive_dialog.title', { name: offer.name }),
        unused: t('archive_dialog.text'),
        used: t('archive_dialog.used_text', { count: uses }),
        placeholder: t('field.placeholder'),
        done: t('archive_dialog.done'),
      }}
      useOptions={useOfferOptions}
      onArchive={(replacementId) => archive.mutateAsync({ id: offer.id, replacementId })}
      onClose={onClose}
    />
  );
}
