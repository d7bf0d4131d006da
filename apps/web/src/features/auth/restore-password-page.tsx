import { authApi, EmailOnly } from '@poklik/contract/auth';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '../../api/client.ts';
import { paths } from '../../i18n/paths.ts';
import { useInLanguage } from '../../i18n/use-in-language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { AuthCard } from './auth-card.tsx';
import type { LetterState } from './send-letter-page.tsx';

/** Asks for the address, or tells how the flow ended when the path names an outcome. */
export function RestorePasswordPage() {
  const { response } = useParams();
  return response === undefined ? <AskForEmail /> : <Outcome outcome={outcomeOf(response)} />;
}

const outcomeOf = (response: string) => (response === 'success' || response === 'expired' ? response : 'invalid');

function AskForEmail() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const inLanguage = useInLanguage();
  const form = useZodForm(EmailOnly, { defaultValues: { email: '' } });

  const submit = async (body: { email: string }) => {
    await call(authApi.forgotPassword, { body });
    const state: LetterState = { email: body.email };
    await navigate(inLanguage(paths.sendLetter), { state });
  };

  return (
    <AuthCard
      title={t('restore.title')}
      text={t('restore.text')}
      links={<Link to={inLanguage(paths.login)}>{t('back_to_login')}</Link>}
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
        />
        <SubmitButton size="lg" wide>
          {t('restore.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}

function Outcome({ outcome }: { outcome: 'success' | 'expired' | 'invalid' }) {
  const { t } = useTranslation('auth');
  const inLanguage = useInLanguage();
  const isSuccess = outcome === 'success';
  return (
    <AuthCard
      title={t(`restore.${outcome}_title`)}
      text={t(`restore.${outcome}_text`)}
      links={!isSuccess && <Link to={inLanguage(paths.login)}>{t('back_to_login')}</Link>}
    >
      <ButtonLink variant="primary" size="lg" wide to={inLanguage(isSuccess ? paths.login : paths.restorePassword)}>
        {t(isSuccess ? 'login.submit' : 'restore.again')}
      </ButtonLink>
    </AuthCard>
  );
}
