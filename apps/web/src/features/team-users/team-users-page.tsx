import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function TeamUsersPage() {
  const { t } = useTranslation('team_users');
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState icon={Users} title={t('empty.title')} text={t('empty.text')} />
    </>
  );
}
