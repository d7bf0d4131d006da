import { useTranslation } from 'react-i18next';
import { useDelayed } from './delayed.tsx';
import css from './page-loader.module.css';

/** Placeholder for a loading page; stays empty during short waits. */
export function PageLoader() {
  const { t } = useTranslation('select', { useSuspense: false });
  const shown = useDelayed(true);
  return (
    <div className={css.loader} role="status" aria-live="polite">
      {shown && (
        <>
          <span className={css.spinner} aria-hidden />
          <span className={css.text}>{t('loading')}</span>
        </>
      )}
    </div>
  );
}
