import type { CampaignSettings } from '@poklik/contract/campaigns';
import { CONVERSION_TYPES_MAX } from '@poklik/contract/conversion-values';
import { parseAmount } from '@poklik/domain/money/parse-amount';
import { Plus, X } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { useConversionTypes, useTypeName } from '../../../../widgets/conversion-types/conversion-types.queries.ts';
import css from './fields.module.css';

/** Payouts that differ by conversion type. */
export function TypePayouts() {
  const { t } = useTranslation('campaigns');
  const typeName = useTypeName();
  const types = useConversionTypes();
  const { control } = useFormContext<CampaignSettings>();
  const { fields, append, remove } = useFieldArray({ control, name: 'type_payouts' });
  const codes = [...new Set([...types.map(({ code }) => code), ...fields.map(({ type }) => type)])];
  const options = codes.map((code) => ({ value: code, label: typeName(code) }));
  const free = codes.find((code) => !fields.some(({ type }) => type === code));
  return (
    <fieldset className={css.payouts}>
      <legend>{t('form.type_payouts')}</legend>
      <p className={css.payoutsHint}>{t('form.type_payouts_hint')}</p>
      {fields.map(({ id }, place) => (
        <div key={id} className={css.payout}>
          <SelectField name={`type_payouts.${place}.type`} label={t('form.type_payout_type')} options={options} />
          <TextField
            name={`type_payouts.${place}.payout`}
            label={t('form.type_payout_amount')}
            read={parseAmount}
            inputMode="decimal"
            autoComplete="off"
          />
          <IconButton label={t('form.type_payout_remove', { number: place + 1 })} onClick={() => remove(place)}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </div>
      ))}
      {free !== undefined && fields.length < CONVERSION_TYPES_MAX && (
        <div>
          <Button
            size="sm"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => append({ type: free, payout: '0' })}
          >
            {t('form.type_payout_add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
