import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { useCountdown } from './use-countdown.ts';

const MINUTES_FROM_SECONDS = 120;

/** Shows a countdown and disappears at its end. */
export function TooManyAttempts({ seconds }: { seconds: number }) {
  const { t } = useTranslation(['auth', 'errors']);
  const { left } = useCountdown(seconds);

  if (left === 0) return null;
  return (
    <Banner kind="warning" role="alert">
      {left >= MINUTES_FROM_SECONDS
        ? t('auth:wait_minutes', { count: Math.ceil(left / 60) })
        : t('errors:too_many_requests', { count: left })}
    </Banner>
  );
}
