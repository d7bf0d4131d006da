import type { CampaignSettings } from '@poklik/contract/campaigns';
import { momentAt, wallTime } from '@poklik/domain/campaigns/wall-time';
import type { ReactNode } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import fieldCss from '../../../ui/form/field.module.css';
import { describedBy, Field } from '../../../ui/form/field.tsx';
import { recheck, useField } from '../../../ui/form/use-field.ts';

interface DateTimeFieldProps {
  name: 'start_at' | 'end_at';
  label: ReactNode;
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
      <input
        id={id}
        ref={field.ref}
        name={name}
        type="datetime-local"
        className={fieldCss.control}
        value={field.value === null ? '' : wallTime(field.value, timezone)}
        onChange={(event) => {
          field.onChange(momentAt(event.target.value, timezone));
          void recheck(form, errors, name);
        }}
        onBlur={field.onBlur}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  );
}
