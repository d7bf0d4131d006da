import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useCountdown } from './use-countdown.ts';

const PAUSE_SECONDS = 60;

/** Resends an email, at most once a minute. */
export function ResendButton({ onResend }: { onResend: () => Promise<unknown> }) {
  const { t } = useTranslation('auth');
  // An email has just been sent when this appears.
  const { left, start } = useCountdown(PAUSE_SECONDS);
  const resend = useMutation({
    mutationFn: onResend,
    onSuccess: () => start(PAUSE_SECONDS),
    onError: (error) => start(error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0),
  });

  return (
    <>
      {resend.isError && (
        <Banner kind="danger" role="alert">
          {resend.error.message}
        </Banner>
      )}
      {resend.isSuccess && (
        <Banner kind="success" role="status">
          {t('resend.done')}
        </Banner>
      )}
      <Button wide size="lg" disabled={left > 0} loading={resend.isPending} onClick={() => resend.mutate()}>
        {left > 0 ? t('resend.wait', { count: left }) : t('resend.action')}
      </Button>
    </>
  );
}
