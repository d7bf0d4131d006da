import type { Offer } from '@poklik/contract/offers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/choice/select.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useArchiveOffer, useOfferUses } from '../../widgets/offers/offers.queries.ts';
import { useOfferOptions } from '../../widgets/offers/use-offer-options.ts';
import css from './offers.module.css';

/** Archives an offer; one that is used needs another in its place. */
export function ArchiveDialog({ offer, onClose }: { offer: Offer | null; onClose: () => void }) {
  return offer && <Opened key={offer.id} offer={offer} onClose={onClose} />;
}

const FIELD = 'archive-replacement';

function Opened({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { t } = useTranslation('offers');
  const { t: control } = useTranslation('select');
  const archive = useArchiveOffer();
  const uses = useOfferUses(offer.id).data?.meta.total ?? 0;
  const [replacementId, setReplacementId] = useState<number | null>(null);
  const { options, onSearch } = useOfferOptions(replacementId);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('archive_dialog.title', { name: offer.name })}
      confirmLabel={t('archive')}
      cancelLabel={control('cancel')}
      danger
      onConfirm={async () => {
        await archive.mutateAsync({ id: offer.id, replacementId });
        toast(t('archive_dialog.done'));
      }}
    >
      <div className={css.part}>
        <p className={css.line}>
          {uses === 0 ? t('archive_dialog.text') : t('archive_dialog.used_text', { count: uses })}
        </p>
        {uses > 0 && (
          <Field id={FIELD} label={t('archive_dialog.replacement')} error={undefined}>
            <Select
              id={FIELD}
              value={replacementId === null ? null : String(replacementId)}
              onChange={(value) => setReplacementId(value === null ? null : Number(value))}
              options={options
                .filter(({ id }) => id !== offer.id)
                .map(({ id, name }) => ({ value: String(id), label: name }))}
              placeholder={t('field.placeholder')}
              searchable
              clearable
              onSearch={onSearch}
            />
          </Field>
        )}
      </div>
    </ConfirmDialog>
  );
}
