import { LANDER_NAME_MAX, LANDER_STATUSES, type Lander, LanderBody } from '@poklik/contract/landers';
import { LANDER_CHECKS } from '@poklik/contract/link-checks';
import { LANDER_MACROS, LANDER_SLOTS_MAX } from '@poklik/contract/routing';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
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
import { wholeNumber } from '../../ui/form/written-values.ts';
import { toast } from '../../ui/toast/toast.ts';
import { UrlField } from '../campaigns/url-field.tsx';
import { IdSelectField } from '../offers/id-select-field.tsx';
import { hostOf } from '../offers/offer-values.ts';
import css from '../offers/offers.module.css';
import { TagsField } from '../offers/tags-field.tsx';
import { ALL_CAMPAIGNS, useCampaignOptions } from '../use-campaign-options.ts';
import { LanderLinks } from './lander-links.tsx';
import { toBody } from './lander-values.ts';
import { useSaveLander } from './landers.queries.ts';
import { PageCheck } from './page-check.tsx';

interface LanderDialogProps {
  opened: boolean;
  /** Null for a new one. */
  lander: Lander | null;
  onClose: () => void;
  onSaved?: (lander: Lander) => void;
}

export function LanderDialog({ opened, lander, onClose, onSaved }: LanderDialogProps) {
  const { t } = useTranslation('landers');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={lander ? t('form.edit_title', { name: lander.name }) : t('form.add_title')}
      wide
      closeOnClickOutside={false}
    >
      <LanderForm
        lander={lander}
        onDone={(saved) => {
          onClose();
          onSaved?.(saved);
        }}
      />
    </Modal>
  );
}

function LanderForm({ lander, onDone }: { lander: Lander | null; onDone: (saved: Lander) => void }) {
  const { t } = useTranslation(['landers', 'offers']);
  const form = useZodForm(LanderBody, { defaultValues: toBody(lander) });
  const save = useSaveLander();
  /** The new host that was shown to the user. */
  const [confirmedHost, setConfirmedHost] = useState<string | null>(null);
  const submit = async (body: LanderBody) => {
    const host = hostOf(body.url);
    const isNewHost = lander !== null && lander.campaigns > 0 && host !== hostOf(lander.url);
    if (isNewHost && host !== confirmedHost) {
      setConfirmedHost(host);
      return;
    }
    const saved = await save.mutateAsync({ id: lander?.id, body });
    toast(t(lander ? 'form.saved' : 'form.added'));
    onDone(saved);
  };
  return (
    // The dialog may be part of another form, which must not be submitted with this one.
    <div onSubmit={(event) => event.stopPropagation()}>
      <Form form={form} onSubmit={submit}>
        <FormError />
        {lander !== null && lander.campaigns > 0 && (
          <p className={css.line}>{t('offers:used_in', { count: lander.campaigns })}</p>
        )}
        <TextField name="name" label={t('offers:form.name')} autoComplete="off" maxLength={LANDER_NAME_MAX} required />
        <UrlField name="url" label={t('form.url')} hint={t('form.url_hint')} macros={LANDER_MACROS} required />
        <TextField
          name="slots"
          label={t('form.slots')}
          hint={t('form.slots_hint', { max: LANDER_SLOTS_MAX })}
          read={wholeNumber}
          inputMode="numeric"
          autoComplete="off"
        />
        {lander !== null && <LanderLinks lander={lander} />}
        {lander !== null && <PageCheck lander={lander} />}
        <UnknownVisits visits={lander?.unknown_visits ?? 0} />
        <More isEdit={lander !== null} />
        {confirmedHost !== null && (
          <Banner kind="warning" role="alert">
            {t('offers:form.new_host', { host: confirmedHost, count: lander?.campaigns ?? 0 })}
          </Banner>
        )}
        <DialogActions>
          <SubmitButton>
            {lander === null ? t('add') : t(confirmedHost === null ? 'form.save' : 'offers:form.confirm_host')}
          </SubmitButton>
        </DialogActions>
      </Form>
    </div>
  );
}

/** Nothing if all visitors came by a link, or are counted as direct ones. */
function UnknownVisits({ visits }: { visits: number }) {
  const { t } = useTranslation('landers');
  const language = useLanguage();
  if (visits === 0) return null;
  return <Banner kind="warning">{t('form.unknown_visits', { visits: formatInteger(language, visits) })}</Banner>;
}

const MORE_FIELDS = ['direct_campaign_id', 'check', 'tags', 'notes', 'status'] as const;

/** Closed at first, because most landers need none of it. Opens when something is set or rejected. */
function More({ isEdit }: { isEdit: boolean }) {
  const { t } = useTranslation(['landers', 'offers']);
  const { control, formState, getValues } = useFormContext<LanderBody>();
  const [wasSet] = useState(() => getValues('direct_campaign_id') !== null);
  const chosen = useWatch({ control, name: 'direct_campaign_id' });
  const campaigns = useCampaignOptions(chosen === null ? ALL_CAMPAIGNS : String(chosen));
  const isRejected = MORE_FIELDS.some((name) => formState.errors[name] !== undefined);
  return (
    <details className={css.details} open={wasSet || isRejected || undefined}>
      <summary className={css.summary}>{t('form.more')}</summary>
      <div className={css.part}>
        <IdSelectField
          name="direct_campaign_id"
          label={t('form.direct')}
          hint={t('form.direct_hint')}
          placeholder={t('form.no_direct')}
          options={campaigns.options
            .filter(({ value }) => value !== ALL_CAMPAIGNS)
            .map(({ value, label }) => ({ id: Number(value), name: label }))}
          onSearch={campaigns.onSearch}
          clearable
        />
        <SelectField
          name="check"
          label={t('offers:form.check')}
          hint={t('form.check_hint')}
          options={LANDER_CHECKS.map((value) => ({ value, label: t(`offers:checks.${value}`) }))}
        />
        {isEdit && (
          <SelectField
            name="status"
            label={t('offers:form.status')}
            options={LANDER_STATUSES.filter((status) => status !== 'archived').map((status) => ({
              value: status,
              label: t(`offers:statuses.${status}`),
            }))}
          />
        )}
        <TagsField />
        <TextareaField name="notes" label={t('offers:form.notes')} rows={2} limit={2_000} />
      </div>
    </details>
  );
}
