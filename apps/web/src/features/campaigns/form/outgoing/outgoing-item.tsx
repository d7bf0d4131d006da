import { type CampaignSettings, CONVERSION_STATUSES, type OutgoingPostback } from '@poklik/contract/campaigns';
import { OUTGOING_METHODS } from '@poklik/contract/outgoing-request';
import { POSTBACK_MACROS } from '@poklik/contract/routing';
import { Eye, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { ListError } from '../../../../ui/form/list-error.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { wholeNumber } from '../../../../ui/form/written-values.ts';
import { UrlField } from '../../../../widgets/campaigns/url-field.tsx';
import css from '../sections/fields.module.css';
import { OutgoingContent } from './outgoing-content.tsx';
import { RequestDialog } from './request-dialog.tsx';

const typesOf = (written: string): string[] => written.split(/[\s,;]+/).filter(Boolean);

export function OutgoingItem({ place, onRemove }: { place: number; onRemove: () => void }) {
  const { t } = useTranslation('campaigns');
  const { control, register, trigger, getValues } = useFormContext<CampaignSettings>();
  const path = `outgoing_postbacks.${place}` as const;
  const method = useWatch({ control, name: `${path}.method` });
  const [shown, setShown] = useState<OutgoingPostback | null>(null);
  const number = place + 1;
  const show = async () => {
    if (await trigger(path, { shouldFocus: true })) setShown(getValues(path));
  };
  return (
    <li className={css.item}>
      <div className={css.pair}>
        <TextField name={`${path}.name`} label={t('form.outgoing_name', { number })} autoComplete="off" />
        <SelectField
          name={`${path}.method`}
          label={t('form.method')}
          options={OUTGOING_METHODS.map((each) => ({ value: each, label: each }))}
        />
      </div>
      <UrlField name={`${path}.url`} label={t('form.outgoing_url', { number })} macros={POSTBACK_MACROS} />
      <fieldset className={css.statuses} data-path={`${path}.statuses`} tabIndex={-1}>
        <legend className={css.legend}>{t('form.outgoing_statuses')}</legend>
        {CONVERSION_STATUSES.map((status) => (
          <label key={status} className={css.check}>
            <input type="checkbox" value={status} {...register(`${path}.statuses`)} />
            {t(`form.conversion.${status}`)}
          </label>
        ))}
      </fieldset>
      <ListError name={`${path}.statuses`} />
      <div className={css.pair}>
        <TextField
          name={`${path}.types`}
          label={t('form.outgoing_types')}
          hint={t('form.outgoing_types_hint')}
          read={typesOf}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          name={`${path}.share`}
          label={t('form.outgoing_share')}
          hint={t('form.outgoing_share_hint')}
          read={wholeNumber}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <OutgoingContent place={place} hasBody={method !== 'GET'} />
      <div className={css.line}>
        <Button size="sm" icon={<Eye size={16} strokeWidth={1.75} aria-hidden />} onClick={() => void show()}>
          {t('form.show_request')}
        </Button>
        <IconButton label={t('form.remove_outgoing', { number })} onClick={onRemove}>
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <RequestDialog postback={shown} onClose={() => setShown(null)} />
    </li>
  );
}
