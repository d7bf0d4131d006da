import { OFFER_NAME_MAX, OFFER_STATUSES, type Offer, OfferBody } from '@poklik/contract/offers';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { Banner } from '../../ui/banner.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { UrlField } from '../campaigns/url-field.tsx';
import { LimitFields } from './limit-fields.tsx';
import { hostOf, toBody } from './offer-values.ts';
import css from './offers.module.css';
import { useSaveOffer } from './offers.queries.ts';
import { PayoutFields } from './payout-fields.tsx';
import { TagsField } from './tags-field.tsx';

interface OfferDialogProps {
  opened: boolean;
  /** Null for a new one. */
  offer: Offer | null;
  onClose: () => void;
  onSaved?: (offer: Offer) => void;
}

export function OfferDialog({ opened, offer, onClose, onSaved }: OfferDialogProps) {
  const { t } = useTranslation('offers');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={offer ? t('form.edit_title', { name: offer.name }) : t('form.add_title')}
      wide
      closeOnClickOutside={false}
    >
      <OfferForm
        offer={offer}
        onDone={(saved) => {
          onSaved?.(saved);
          onClose();
        }}
      />
    </Modal>
  );
}

function OfferForm({ offer, onDone }: { offer: Offer | null; onDone: (saved: Offer) => void }) {
  const { t } = useTranslation('offers');
  const { timezone } = useCurrentUser();
  const form = useZodForm(OfferBody, { defaultValues: toBody(offer, timezone) });
  const save = useSaveOffer();
  /** The new host that was shown to the user. */
  const [confirmedHost, setConfirmedHost] = useState<string | null>(null);
  const submit = async (body: OfferBody) => {
    const host = hostOf(body.url);
    const isNewHost = offer !== null && offer.campaigns > 0 && host !== hostOf(offer.url);
    if (isNewHost && host !== confirmedHost) {
      setConfirmedHost(host);
      return;
    }
    const saved = await save.mutateAsync({ id: offer?.id, body });
    toast(t(offer ? 'form.saved' : 'form.added'));
    onDone(saved);
  };
  return (
    // The dialog may be part of another form, which must not be submitted with this one.
    <div onSubmit={(event) => event.stopPropagation()}>
      <Form form={form} onSubmit={submit}>
        <FormError />
        {offer !== null && offer.campaigns > 0 && (
          <p className={css.line}>{t('used_in', { count: offer.campaigns })}</p>
        )}
        <TextField name="name" label={t('form.name')} autoComplete="off" maxLength={OFFER_NAME_MAX} required />
        <UrlField name="url" label={t('form.url')} hint={t('form.url_hint')} required />
        <PayoutFields />
        <More isEdit={offer !== null} offerId={offer?.id ?? null} />
        {confirmedHost !== null && (
          <Banner kind="warning" role="alert">
            {t('form.new_host', { host: confirmedHost, count: offer?.campaigns ?? 0 })}
          </Banner>
        )}
        <DialogActions>
          <SubmitButton>
            {offer === null ? t('add') : t(confirmedHost === null ? 'form.save' : 'form.confirm_host')}
          </SubmitButton>
        </DialogActions>
      </Form>
    </div>
  );
}

const MORE_FIELDS = ['countries', 'caps', 'fallback_offer_id', 'check', 'on_dead', 'tags', 'notes', 'status'] as const;

/** Closed at first, because most offers need none of it. Opens when something is set or rejected. */
function More({ isEdit, offerId }: { isEdit: boolean; offerId: number | null }) {
  const { t } = useTranslation('offers');
  const { formState, getValues } = useFormContext<OfferBody>();
  const [wasSet] = useState(() => {
    const { countries, caps, fallback_offer_id } = getValues();
    return countries.length > 0 || caps.length > 0 || fallback_offer_id !== null;
  });
  const isRejected = MORE_FIELDS.some((name) => formState.errors[name] !== undefined);
  return (
    <details className={css.details} open={wasSet || isRejected || undefined}>
      <summary className={css.summary}>{t('form.more')}</summary>
      <div className={css.part}>
        <LimitFields offerId={offerId} />
        {isEdit && (
          <SelectField
            name="status"
            label={t('form.status')}
            options={OFFER_STATUSES.filter((status) => status !== 'archived').map((status) => ({
              value: status,
              label: t(`statuses.${status}`),
            }))}
          />
        )}
        <TagsField />
        <TextareaField name="notes" label={t('form.notes')} rows={2} limit={2_000} />
      </div>
    </details>
  );
}
