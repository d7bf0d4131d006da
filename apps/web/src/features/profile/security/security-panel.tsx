import { useTranslation } from 'react-i18next';
import { may, useCurrentUser } from '../../../api/current-user.ts';
import { Banner } from '../../../ui/banner.tsx';
import css from '../profile-page.module.css';
import { EmailCard } from './email-card.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

/** How the reader signs in, and where they are signed in. */
export function SecurityPanel() {
  const { t } = useTranslation('profile');
  const user = useCurrentUser();
  const mayChange = may(user, 'security:write');
  return (
    <div className={css.column}>
      {!mayChange && <Banner kind="info">{t('in_person_only')}</Banner>}
      {may(user, 'email:write') && <EmailCard user={user} />}
      {mayChange && (
        <section className={css.card} aria-labelledby="password-heading">
          <h2 id="password-heading" className={css.heading}>
            {t('password.title')}
          </h2>
          <PasswordForm email={user.email} />
        </section>
      )}
      <TwoFactorCard mayChange={mayChange} />
      <SessionsCard mayChange={mayChange} />
    </div>
  );
}
