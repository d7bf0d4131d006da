import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isSignedIn } from '../api/session.ts';
import { paths } from '../i18n/paths.ts';
import { useLocalizedPath } from '../i18n/use-localized-path.ts';
import { ButtonLink } from '../ui/button.tsx';
import css from './not-found-screen.module.css';

export function NotFoundScreen() {
  const { t } = useTranslation('select');
  const localizedPath = useLocalizedPath();
  return (
    <div className={css.screen}>
      <Compass size={32} strokeWidth={1.75} aria-hidden className={css.icon} />
      <h1 className={css.title} tabIndex={-1}>
        {t('not_found.title')}
      </h1>
      <p className={css.text}>{t('not_found.text')}</p>
      <ButtonLink variant="primary" to={localizedPath(isSignedIn() ? paths.campaign : paths.login)}>
        {t(isSignedIn() ? 'not_found.back_to_campaigns' : 'not_found.to_login')}
      </ButtonLink>
    </div>
  );
}
