import type { CampaignOptions } from '@poklik/contract/campaign-options';
import { type CampaignSettings, CONVERSION_STATUSES, DEDUPE_MODES, OUTGOING_MAX } from '@poklik/contract/campaigns';
import { POSTBACK_MACROS } from '@poklik/contract/routing';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { CopyField } from '../../../../ui/copy/copy-field.tsx';
import { CheckboxField } from '../../../../ui/form/checkbox-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { wholeNumber } from '../../../../ui/form/written-values.ts';
import { UrlField } from '../destinations/url-field.tsx';
import css from './fields.module.css';
import { FormSection } from './form-section.tsx';
import { ListError } from './list-error.tsx';
import { NetworkField } from './network-field.tsx';

const ADDRESS_MAX = 64;

/** Splits addresses; overlong ones are cut and rejected by validation. */
const addressesOf = (written: string): string[] =>
  written
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((address) => address.slice(0, ADDRESS_MAX));

interface PostbacksSectionProps {
  /** Exists once the campaign is saved. */
  postbackUrl?: string | undefined;
  networks: CampaignOptions['networks'];
}

export function PostbacksSection({ postbackUrl, networks }: PostbacksSectionProps) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const { fields, append, remove } = useFieldArray({ control, name: 'outgoing_postbacks' });
  const [days, mode] = useWatch({ control, name: ['attribution_days', 'dedupe_mode'] });
  return (
    <FormSection
      id="postbacks"
      summary={`${t('form.window', { count: Number(days) || 0 })} · ${t('form.dedupe_mode')}: ${t(`form.dedupe.${mode}`)}`}
    >
      {postbackUrl ? (
        <CopyField label={t('result.postback_url')} value={postbackUrl} />
      ) : (
        <p className={css.text}>{t('form.postback_later')}</p>
      )}
      <NetworkField networks={networks} />
      <div className={css.pair}>
        <TextField
          name="attribution_days"
          label={t('form.attribution_days')}
          hint={t('form.attribution_hint')}
          read={wholeNumber}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField
          name="dedupe_mode"
          label={t('form.dedupe_mode')}
          hint={t(`form.dedupe_text.${mode}`)}
          options={DEDUPE_MODES.map((each) => ({ value: each, label: t(`form.dedupe.${each}`) }))}
        />
      </div>
      <TextField
        name="postback_ips"
        label={t('form.postback_ips')}
        hint={t('form.postback_ips_hint')}
        read={addressesOf}
        autoComplete="off"
        spellCheck={false}
      />
      <CheckboxField name="postback_signed" label={t('form.postback_signed')} />
      <div className={css.part} data-path="outgoing_postbacks" tabIndex={-1}>
        <h3 className={css.title}>{t('form.outgoing')}</h3>
        <p className={css.text}>{t('form.outgoing_text')}</p>
        {fields.length > 0 && (
          <ol className={css.list}>
            {fields.map((field, place) => (
              <Outgoing key={field.id} place={place} onRemove={() => remove(place)} />
            ))}
          </ol>
        )}
        <ListError name="outgoing_postbacks" />
        {fields.length < OUTGOING_MAX && (
          <div>
            <Button
              size="sm"
              icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => append({ url: '', method: 'GET', statuses: ['approved'] })}
            >
              {t('form.add_outgoing')}
            </Button>
          </div>
        )}
      </div>
    </FormSection>
  );
}

function Outgoing({ place, onRemove }: { place: number; onRemove: () => void }) {
  const { t } = useTranslation('campaigns');
  const { register } = useFormContext<CampaignSettings>();
  const number = place + 1;
  return (
    <li className={css.item}>
      <UrlField
        name={`outgoing_postbacks.${place}.url`}
        label={t('form.outgoing_url', { number })}
        macros={POSTBACK_MACROS}
      />
      <div className={css.line}>
        <div className={css.method}>
          <SelectField
            name={`outgoing_postbacks.${place}.method`}
            label={t('form.method')}
            options={['GET', 'POST'].map((method) => ({ value: method, label: method }))}
          />
        </div>
        <fieldset className={css.statuses} data-path={`outgoing_postbacks.${place}.statuses`} tabIndex={-1}>
          <legend className={css.legend}>{t('form.outgoing_statuses')}</legend>
          {CONVERSION_STATUSES.map((status) => (
            <label key={status} className={css.check}>
              <input type="checkbox" value={status} {...register(`outgoing_postbacks.${place}.statuses`)} />
              {t(`form.conversion.${status}`)}
            </label>
          ))}
        </fieldset>
        <IconButton label={t('form.remove_outgoing', { number })} onClick={onRemove}>
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <ListError name={`outgoing_postbacks.${place}.statuses`} />
    </li>
  );
}
