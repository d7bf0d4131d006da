import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { Banner } from '../../../ui/banner.tsx';
import css from '../profile-page.module.css';
import { EmailCard } from './email-card.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

/** Login methods and active sessions. */
export function SecurityPanel() {
  const { t } = useTranslation('profile');
  const user = useCurrentUser();
  const canChange = hasPermission(user, 'security:write');
  return (
    <div className={css.column}>
      {!canChange && <Banner kind="info">{t('impersonating')}</Banner>}
      {hasPermission(user, 'email:write') && <EmailCard user={user} />}
      {canChange && (
        <section className={css.card} aria-labelledby="password-heading">
          <h2 id="password-heading" className={css.heading}>
            {t('password.title')}
          </h2>
          <PasswordForm email={user.email} />
        </section>
      )}
      <TwoFactorCard canChange={canChange} />
      <SessionsCard canChange={canChange} />
    </div>
  );
}
