import { PASSWORD_MIN } from '@poklik/contract/auth';
import { PasswordChange } from '@poklik/contract/security';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { PasswordRules } from '../../../widgets/password-rules.tsx';
import css from '../profile-page.module.css';
import { useChangePassword } from './security.queries.ts';

const EMPTY: PasswordChange = { current_password: '', password: '', password_confirmation: '' };

export function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslation(['profile', 'auth']);
  const change = useChangePassword();
  const form = useZodForm(PasswordChange, { defaultValues: EMPTY });
  const password = useWatch({ control: form.control, name: 'password' });

  const submit = async (values: PasswordChange) => {
    const { message } = await change.mutateAsync(values);
    form.reset(EMPTY);
    toast(message);
  };

  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      <p className={css.text}>{t('password.text')}</p>
      {/* Tells password managers which account it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className={css.narrow}>
        <PasswordField name="current_password" label={t('password.current')} autoComplete="current-password" />
        <PasswordField
          name="password"
          label={t('auth:new_password')}
          autoComplete="new-password"
          hint={<PasswordRules password={password} email={email} minLength={PASSWORD_MIN} />}
        />
        <PasswordField name="password_confirmation" label={t('auth:password_again')} autoComplete="new-password" />
      </div>
      <div className={css.actions}>
        <SubmitButton>{t('password.submit')}</SubmitButton>
      </div>
    </Form>
  );
}
