import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { PersonalForm } from './personal-form.tsx';
import css from './profile-page.module.css';

export function PersonalPanel() {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const profile = useCurrentUser();
  const isVerified = profile.email_verified_at !== null;
  return (
    <div className={css.column}>
      <section className={css.card} aria-labelledby="account-heading">
        <h2 id="account-heading" className={css.heading}>
          {t('account')}
        </h2>
        <dl className={css.facts}>
          <dt>{t('email')}</dt>
          <dd className={css.email}>
            <span>{profile.email}</span>
            <Badge kind={isVerified ? 'success' : 'warning'} shape={isVerified ? 'check' : 'clock'}>
              {t(isVerified ? 'verified' : 'not_verified')}
            </Badge>
          </dd>
          <dt>{t('member_since')}</dt>
          <dd>{formatDay(language, profile.created_at, profile.timezone)}</dd>
        </dl>
      </section>
      <section className={css.card} aria-labelledby="personal-heading">
        <h2 id="personal-heading" className={css.heading}>
          {t('personal')}
        </h2>
        <PersonalForm profile={profile} />
      </section>
    </div>
  );
}
