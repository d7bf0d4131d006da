import { momentAt, wallTime } from '@poklik/domain/schedule/wall-time';
import { useState } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { describedBy, Field } from '../../ui/form/field.tsx';
import { recheck, useField } from '../../ui/form/use-field.ts';
import { DateTimeInput } from '../../widgets/dates/date-time-input.tsx';
import css from './notification-create-modal.module.css';
import type { NotificationValues } from './use-notification-form.ts';

/** When the announcement appears and disappears, and whether it is sent by email. Stays open while one of its fields is wrong. */
export function MoreFields() {
  const { t } = useTranslation('notifications');
  const [isOpen, setOpen] = useState(false);
  const { errors } = useFormState<NotificationValues>();
  const isShown = isOpen || errors.starts_at !== undefined || errors.ends_at !== undefined;
  return (
    <>
      <div>
        <Button size="sm" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
          {t('more')}
        </Button>
      </div>
      {isShown && (
        <div className={css.more}>
          <MomentField name="starts_at" label={t('starts_at')} />
          <MomentField name="ends_at" label={t('ends_at')} />
          <CheckboxField name="by_mail" label={t('by_mail')} hint={t('by_mail_hint')} />
        </div>
      )}
    </>
  );
}

/** Date and time in the operator's time zone; empty means none. */
function MomentField({ name, label }: { name: 'starts_at' | 'ends_at'; label: string }) {
  const { t } = useTranslation('notifications');
  const { timezone } = useCurrentUser();
  const { id, form, errors, error } = useField(name);
  const { field } = useController<NotificationValues, typeof name>({ name });
  const hint = t(`${name}_hint`, { zone: timezone });
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
