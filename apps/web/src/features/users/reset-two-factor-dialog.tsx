import { TwoFactorReset } from '@poklik/contract/users';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { Consequences } from './consequences.tsx';
import type { DialogProps } from './dialog-props.ts';
import { useResetTwoFactor } from './users.queries.ts';
import css from './users-page.module.css';

/** Resets two-factor authentication for a user who lost their device; the user sees the reason. */
export function ResetTwoFactorDialog({ user, opened, onClose }: DialogProps) {
  const { t } = useTranslation('users_list');
  const { t: control } = useTranslation('select');
  const reset = useResetTwoFactor();
  const form = useZodForm(TwoFactorReset, { defaultValues: { reason: '' } });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('reset_two_factor.title', { email: user.email })}
      closeOnClickOutside={false}
    >
      <Form
        form={form}
        onSubmit={async (body) => {
          toast((await reset.mutateAsync({ user, body })).message);
          onClose();
        }}
      >
        <div className={css.assign}>
          <p>{t('reset_two_factor.check')}</p>
          <Consequences of="reset_two_factor" count={3} />
          <TextareaField
            name="reason"
            label={t('reset_two_factor.reason')}
            hint={t('reset_two_factor.reason_hint')}
            required
            limit={300}
            rows={3}
          />
          <FormError />
          <div className={css.actions}>
            <Button type="button" onClick={onClose}>
              {control('cancel')}
            </Button>
            <SubmitButton variant="danger">{t('reset_two_factor.confirm')}</SubmitButton>
          </div>
        </div>
      </Form>
    </Modal>
  );
}
