import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { may, useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BillingPanel } from '../../widgets/billing-panel.tsx';
import { PersonalForm } from './personal-form.tsx';
import css from './profile-page.module.css';

const TABS = ['personal', 'billing'] as const;

/** Everything about the person and their account. Which part is shown is in the address. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const [search, setSearch] = useSearchParams();
  const profile = useCurrentUser();
  const tabs = TABS.filter((id) => id !== 'billing' || may(profile, 'billing:pay'));
  const tab = tabs.find((id) => id === search.get('tab')) ?? 'personal';
  const panels = { personal: <Personal />, billing: tab === 'billing' && <BillingPanel /> };
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        label={t('title')}
        value={tab}
        onChange={(id) => setSearch(id === 'personal' ? {} : { tab: id })}
        tabs={tabs.map((id) => ({ id, label: t(`tab.${id}`), panel: panels[id] }))}
      />
    </>
  );
}

function Personal() {
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
