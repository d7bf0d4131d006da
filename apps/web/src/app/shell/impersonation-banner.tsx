import { authApi } from '@poklik/contract/auth';
import { VenetianMask } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { endImpersonation, isImpersonating, reloadApp, removeToken } from '../../api/session.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Button } from '../../ui/button.tsx';
import css from './impersonation-banner.module.css';

/** 59:07 */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

const secondsUntil = (moment: string): number => Math.max(0, (Date.parse(moment) - Date.now()) / 1000);

/** Shown on every screen during impersonation, with a way to return. */
export function ImpersonationBanner({ email, until }: { email: string; until: string }) {
  const { t } = useTranslation('sidebar');
  const localizedPath = useLocalizedPath();
  const [left, setLeft] = useState(() => secondsUntil(until));
  const [returning, setReturning] = useState(false);
  const isOver = left === 0;

  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), 500);
    return () => clearInterval(timer);
  }, [until]);

  const home = localizedPath(paths.usersList);
  const goBack = useCallback(async () => {
    setReturning(true);
    // The impersonation session expires by itself if this request fails.
    await call(authApi.logout).catch(() => undefined);
    if (isImpersonating()) endImpersonation();
    else removeToken();
    reloadApp(home);
  }, [home]);

  useEffect(() => {
    if (isOver) void goBack();
  }, [isOver, goBack]);

  return (
    <section className={css.strip} aria-label={t('impersonation.label')}>
      <div className={css.words}>
        <VenetianMask size={20} strokeWidth={1.75} aria-hidden className={css.icon} />
        <span>
          {t('impersonation.text', { email })}{' '}
          <span className={css.left} role="timer" aria-label={t('impersonation.left')}>
            {clock(left)}
          </span>
        </span>
      </div>
      <Button size="sm" loading={returning} onClick={() => void goBack()}>
        {t('impersonation.return')}
      </Button>
    </section>
  );
}
