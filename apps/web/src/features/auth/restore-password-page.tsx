import { authApi, EmailOnly, RESTORE_RESPONSES } from '@poklik/contract/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '../../api/client.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { AuthCard } from './auth-card.tsx';
import type { EmailSentState } from './email-sent-page.tsx';
import { ResendButton } from './resend-button.tsx';

/** Asks for the email, or says which link is no longer valid and how to get a new one. */
export function RestorePasswordPage() {
  const { response } = useParams();
  if (response === undefined) return <RequestResetForm />;
  const outcome = RESTORE_RESPONSES.find((each) => each === response) ?? 'invalid';
  if (outcome === 'email-expired' || outcome === 'email-invalid') return <ResendVerification outcome={outcome} />;
  return <Outcome outcome={outcome} />;
}

interface EmailFormProps {
  submitLabel: string;
  onSubmit: (email: string) => Promise<unknown>;
}

function EmailForm({ submitLabel, onSubmit }: EmailFormProps) {
  const { t } = useTranslation('auth');
  const form = useZodForm(EmailOnly, { defaultValues: { email: '' } });
  return (
    <Form form={form} onSubmit={({ email }) => onSubmit(email)}>
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
        {submitLabel}
      </SubmitButton>
    </Form>
  );
}

function RequestResetForm() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const localizedPath = useLocalizedPath();

  const submit = async (email: string) => {
    await call(authApi.forgotPassword, { body: { email } });
    const state: EmailSentState = { email };
    await navigate(localizedPath(paths.emailSent), { state });
  };

  return (
    <AuthCard
      title={t('restore.title')}
      text={t('restore.text')}
      links={<Link to={localizedPath(paths.login)}>{t('back_to_login')}</Link>}
    >
      <EmailForm submitLabel={t('restore.submit')} onSubmit={submit} />
    </AuthCard>
  );
}

/** The verification link is invalid: sends a new one. */
function ResendVerification({ outcome }: { outcome: 'email-expired' | 'email-invalid' }) {
  const { t } = useTranslation('auth');
  const localizedPath = useLocalizedPath();
  const [sentTo, setSentTo] = useState<string>();

  const submit = async (email: string) => {
    await call(authApi.resendVerification, { body: { email } });
    setSentTo(email);
  };

  return (
    <AuthCard
      title={t(`restore.${outcome}_title`)}
      text={t(sentTo ? 'restore.email_sent' : `restore.${outcome}_text`, { email: sentTo })}
      links={<Link to={localizedPath(paths.login)}>{t('back_to_login')}</Link>}
    >
      {sentTo ? (
        <ResendButton onResend={() => call(authApi.resendVerification, { body: { email: sentTo } })} />
      ) : (
        <EmailForm submitLabel={t('restore.again')} onSubmit={submit} />
      )}
    </AuthCard>
  );
}

function Outcome({ outcome }: { outcome: 'success' | 'expired' | 'invalid' | 'invitation-invalid' }) {
  const { t } = useTranslation('auth');
  const localizedPath = useLocalizedPath();
  // Only the inviter can send another invitation.
  const isOver = outcome === 'success' || outcome === 'invitation-invalid';
  return (
    <AuthCard
      title={t(`restore.${outcome}_title`)}
      text={t(`restore.${outcome}_text`)}
      links={!isOver && <Link to={localizedPath(paths.login)}>{t('back_to_login')}</Link>}
    >
      <ButtonLink variant="primary" size="lg" wide to={localizedPath(isOver ? paths.login : paths.restorePassword)}>
        {t(isOver ? 'login.submit' : 'restore.again')}
      </ButtonLink>
    </AuthCard>
  );
}
