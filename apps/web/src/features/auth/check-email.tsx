import { authApi } from '@poklik/contract/auth';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { AuthCard } from './auth-card.tsx';
import { ResendButton } from './resend-button.tsx';

export function CheckEmail({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation('auth');
  return (
    <AuthCard title={t('check_mail.title')} text={t('check_mail.text', { email })}>
      <ResendButton onResend={() => call(authApi.resendVerification, { body: { email } })} />
      <Button variant="ghost" wide onClick={onBack}>
        {t('check_mail.change')}
      </Button>
    </AuthCard>
  );
}
