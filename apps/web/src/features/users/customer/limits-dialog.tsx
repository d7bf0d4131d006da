import { CustomerLimits, LIMIT_NAMES } from '@poklik/contract/customers';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import fieldCss from '../../../ui/form/field.module.css';
import { describedBy, Field } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TextareaField } from '../../../ui/form/textarea-field.tsx';
import { useField } from '../../../ui/form/use-field.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { DateInput } from '../../../widgets/dates/date-input.tsx';
import css from './customer.module.css';
import { useSetLimits } from './customer.queries.ts';
import type { CustomerUser } from './tab-props.ts';

interface LimitsDialogProps {
  user: CustomerUser;
  opened: boolean;
  onClose: () => void;
}

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Limits of one customer until a day. An empty field leaves the plan's limit; all empty end the exception. */
export function LimitsDialog({ user, opened, onClose }: LimitsDialogProps) {
  const { t } = useTranslation('customers');
  const { t: list } = useTranslation('users_list');
  const { t: control } = useTranslation('select');
  const save = useSetLimits(user.id);
  const { limits } = user.account;
  const nothing = { events: null, campaigns: null, seats: null, blacklist: null, domains: null };
  const form = useZodForm(CustomerLimits, {
    defaultValues: { ...nothing, ...limits, until: limits?.until ?? inDays(30), reason: '' },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('limits.title', { email: user.owner.email })}
      closeOnClickOutside={false}
    >
      <Form
        form={form}
        onSubmit={async (body) => {
          const { data } = await save.mutateAsync(body);
          toast(t(data ? 'limits.saved' : 'limits.ended'));
          onClose();
        }}
      >
        <p>{t('limits.text')}</p>
        <div className={css.limitFields}>
          {LIMIT_NAMES.map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`limits.${name}`)}
              inputMode="numeric"
              autoComplete="off"
              placeholder={t('limits.as_plan')}
              read={readLimit}
            />
          ))}
          <LastDay label={t('limits.until')} />
        </div>
        <TextareaField
          name="reason"
          label={list('reason')}
          hint={list('reason_in_log')}
          required
          limit={300}
          rows={2}
        />
        <FormError />
        <DialogActions>
          <Button type="button" onClick={onClose}>
            {control('cancel')}
          </Button>
          <SubmitButton>{t('limits.save')}</SubmitButton>
        </DialogActions>
      </Form>
    </Modal>
  );
}

/** Spaces group digits. */
function readLimit(written: string): number | string | null {
  const digits = written.replaceAll(/\s/g, '');
  return digits === '' ? null : /^\d+$/.test(digits) ? Number(digits) : written;
}

function LastDay({ label }: { label: string }) {
  const { id, error } = useField('until');
  const { field } = useController({ name: 'until', control: useFormContext().control });
  return (
    <Field id={id} label={label} required error={error}>
      <DateInput
        id={id}
        ref={field.ref}
        className={fieldCss.control}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, undefined, error)}
      />
    </Field>
  );
}
