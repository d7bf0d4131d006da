import type { CampaignSettings } from '@poklik/contract/campaigns';
import { momentAt, wallTime } from '@poklik/domain/schedule/wall-time';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { describedBy, Field } from '../../../../ui/form/field.tsx';
import { recheck, useField } from '../../../../ui/form/use-field.ts';
import { DateTimeInput } from '../../../../widgets/dates/date-time-input.tsx';

interface DateTimeFieldProps {
  name: 'start_at' | 'end_at';
  label: string;
}

/** Date and time in the campaign's time zone; empty means none. */
export function DateTimeField({ name, label }: DateTimeFieldProps) {
  const { t } = useTranslation('campaigns');
  const { id, form, errors, error } = useField(name);
  const { field } = useController<CampaignSettings, typeof name>({ name });
  const timezone: string = useWatch<CampaignSettings, 'timezone'>({ name: 'timezone' });
  const hint = t('form.in_zone', { zone: timezone });
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <DateTimeInput
        id={id}
        ref={field.ref}
        name={name}
        label={label}
        value={field.value === null ? '' : wallTime(field.value, timezone)}
        onChange={(value) => {
          field.onChange(momentAt(value, timezone));
          void recheck(form, errors, name);
        }}
        onBlur={field.onBlur}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  );
}
