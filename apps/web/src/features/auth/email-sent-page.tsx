import { authApi } from '@poklik/contract/auth';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { call } from '../../api/client.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { AuthCard } from './auth-card.tsx';
import { ResendButton } from './resend-button.tsx';

/** Router state from the previous screen. */
export interface EmailSentState {
  email: string;
}

export function EmailSentPage() {
  const { t } = useTranslation('auth');
  const localizedPath = useLocalizedPath();
  const email = (useLocation().state as Partial<EmailSentState> | null)?.email;
  return (
    <AuthCard
      title={t('email_sent.title')}
      text={email ? t('email_sent.text_to', { email }) : t('email_sent.text')}
      links={<Link to={localizedPath(paths.login)}>{t('back_to_login')}</Link>}
    >
      {email ? (
        <ResendButton onResend={() => call(authApi.forgotPassword, { body: { email } })} />
      ) : (
        <ButtonLink size="lg" wide to={localizedPath(paths.restorePassword)}>
          {t('restore.again')}
        </ButtonLink>
      )}
    </AuthCard>
  );
}
