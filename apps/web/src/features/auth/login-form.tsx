import { Credentials } from '@poklik/contract/auth';
import { type RefObject, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useLogin } from './auth.queries.ts';
import { AuthCard } from './auth-card.tsx';
import { CodeStep } from './code-step.tsx';
import { TooManyAttempts } from './too-many-attempts.tsx';

export function LoginForm({ email }: { email: RefObject<string> }) {
  const { t } = useTranslation('auth');
  const { state } = useLocation();
  const [search] = useSearchParams();
  const localizedPath = useLocalizedPath();
  const login = useLogin();
  const [wait, setWait] = useState<number>();
  /** Valid credentials that still need a code. */
  const [pendingCredentials, setPendingCredentials] = useState<Credentials>();
  const form = useZodForm(Credentials, { defaultValues: { email: email.current, password: '' } });
  const typed = useWatch({ control: form.control, name: 'email' });
  useEffect(() => {
    email.current = typed;
  }, [typed, email]);

  const submit = async (credentials: Credentials) => {
    setWait(undefined);
    try {
      await login(credentials);
    } catch (error) {
      const failure = error instanceof ApiError ? error : undefined;
      if (failure?.code === 'two_factor_needed') return setPendingCredentials(credentials);
      if (failure?.code === 'wrong_credentials') form.setFocus('password', { shouldSelect: true });
      if (failure?.status !== 429 || failure.retryAfterSeconds === undefined) throw error;
      setWait(failure.retryAfterSeconds);
    }
  };

  if (pendingCredentials)
    return (
      <CodeStep
        onCode={(code) => login({ ...pendingCredentials, code })}
        onBack={() => setPendingCredentials(undefined)}
      />
    );
  return (
    <AuthCard
      title={t('login.title')}
      links={
        <>
          <Link to={localizedPath(paths.restorePassword)}>{t('login.forgot')}</Link>
          <Link to={localizedPath(paths.registration)} state={state}>
            {t('login.to_registration')}
          </Link>
        </>
      }
    >
      {search.get('verified') === '1' && (
        <Banner kind="success" role="status">
          {t('login.verified')}
        </Banner>
      )}
      <Form form={form} onSubmit={submit}>
        <FormError />
        {wait !== undefined && <TooManyAttempts seconds={wait} />}
        <TextField
          name="email"
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField name="password" label={t('password')} autoComplete="current-password" />
        <SubmitButton size="lg" wide>
          {t('login.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}
