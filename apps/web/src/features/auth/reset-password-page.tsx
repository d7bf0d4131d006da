import { authApi, PASSWORD_MIN, PasswordReset } from '@poklik/contract/auth';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { removeToken } from '../../api/session.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { PasswordRules } from '../../widgets/password-rules.tsx';
import { AuthCard } from './auth-card.tsx';

const OUTCOMES = { link_expired: 'expired', link_invalid: 'invalid' } as const;

/** Opened from the email: `/password/reset/{token}?email=`. */
export function ResetPasswordPage() {
  const { token = '' } = useParams();
  const [search] = useSearchParams();
  // Another link gets a new form.
  return <NewPasswordForm key={token} email={search.get('email') ?? ''} token={token} />;
}

function NewPasswordForm({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const localizedPath = useLocalizedPath();
  const form = useZodForm(PasswordReset, {
    defaultValues: { email, token, password: '', password_confirmation: '' },
  });
  const [typedEmail, password] = useWatch({ control: form.control, name: ['email', 'password'] });

  const submit = async (body: PasswordReset) => {
    try {
      await call(authApi.resetPassword, { body });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code !== 'link_expired' && code !== 'link_invalid') throw error;
      return navigate(localizedPath(paths.restoreOutcome(OUTCOMES[code])), { replace: true });
    }
    // Every session has ended, including this one.
    removeToken();
    await navigate(localizedPath(paths.restoreOutcome('success')), { replace: true });
  };

  return (
    <AuthCard
      title={t('reset.title')}
      text={t('reset.text')}
      links={<Link to={localizedPath(paths.login)}>{t('back_to_login')}</Link>}
    >
      <Form form={form} onSubmit={submit}>
        <FormError />
        <TextField
          name="email"
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={email !== ''}
        />
        <PasswordField
          name="password"
          label={t('new_password')}
          autoComplete="new-password"
          hint={<PasswordRules password={password} email={typedEmail} minLength={PASSWORD_MIN} />}
        />
        <PasswordField name="password_confirmation" label={t('password_again')} autoComplete="new-password" />
        <SubmitButton size="lg" wide>
          {t('reset.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}
