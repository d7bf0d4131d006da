import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useInLanguage } from '../../i18n/use-in-language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function ReferralsPage() {
  const { t } = useTranslation('referrals');
  const inLanguage = useInLanguage();
  const { referral_code } = useCurrentUser();
  const link = `${window.location.origin}${inLanguage(paths.registration)}?ref=${referral_code}`;
  return (
    <>
      <PageHeader title={t('title')} />
      <CopyField label={t('link')} value={link} />
      <EmptyState
        icon={Gift}
        title={t('empty.title')}
        text={t('empty.text')}
        action={<ButtonLink to={inLanguage(paths.withdrawal)}>{t('empty.action')}</ButtonLink>}
      />
    </>
  );
}
