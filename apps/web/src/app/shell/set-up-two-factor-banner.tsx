import { useTranslation } from 'react-i18next';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import css from './shell.module.css';

/** Shown to staff until required two-factor authentication is set up. */
export function SetUpTwoFactorBanner() {
  const { t } = useTranslation('sidebar');
  const localizedPath = useLocalizedPath();
  return (
    <div className={css.banner}>
      <Banner
        kind="warning"
        role="status"
        action={
          <ButtonLink size="sm" to={`${localizedPath(paths.profile)}?tab=security`}>
            {t('two_factor.set_up')}
          </ButtonLink>
        }
      >
        {t('two_factor.needed')}
      </Banner>
    </div>
  );
}
