import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy/copy-button.tsx';
import css from './crash-screen.module.css';

function describe(error: unknown): string {
  if (error instanceof Error) return error.stack ?? error.message;
  return typeof error === 'string' ? error : JSON.stringify(error);
}

/** Replaces a crashed screen. The heading is the same in every language, so support recognizes it. */
export function CrashScreen() {
  const error = useRouteError();
  // If the texts failed to load, keys are better than a blank screen.
  const { t } = useTranslation('select', { useSuspense: false });

  useEffect(() => {
    // Error reporting listens only to uncaught errors.
    reportError(error);
  }, [error]);

  return (
    <div className={css.screen} role="alert">
      <h1 className={css.title} tabIndex={-1}>
        Unexpected Application Error!
      </h1>
      <p className={css.text}>{t('crash_text')}</p>
      <div className={css.actions}>
        <Button variant="primary" icon={<RotateCw size={16} strokeWidth={1.75} />} onClick={() => location.reload()}>
          {t('reload_page')}
        </Button>
        <CopyButton text={[describe(error), location.href, navigator.userAgent].join('\n')} label={t('copy_details')} />
      </div>
    </div>
  );
}
