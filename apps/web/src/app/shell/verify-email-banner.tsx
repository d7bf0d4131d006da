import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import css from './shell.module.css';

export function VerifyEmailBanner({ email }: { email: string }) {
  const { t } = useTranslation('sidebar');
  const resend = useMutation({
    mutationFn: async () => {
      // Loaded when it is needed: every screen waits for what is loaded here.
      const { authApi } = await import('@poklik/contract/auth');
      return call(authApi.resendVerification, { body: { email } });
    },
  });
  return (
    <div className={css.banner}>
      <Banner
        kind="warning"
        role="status"
        action={
          !resend.isSuccess && (
            <Button size="sm" loading={resend.isPending} onClick={() => resend.mutate()}>
              {t('verify.resend')}
            </Button>
          )
        }
      >
        {resend.isSuccess ? t('verify.sent', { email }) : t('verify.text', { email })}
        {resend.isError && ` ${resend.error.message}`}
      </Banner>
    </div>
  );
}
