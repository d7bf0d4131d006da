import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { may, useCurrentUser } from '../../api/current-user.ts';
import { AccessDenied } from '../../ui/access-denied.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function UsersPage() {
  const { t } = useTranslation('users_list');
  if (!may(useCurrentUser(), 'users:read')) return <AccessDenied />;
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState icon={UsersRound} title={t('empty.title')} text={t('empty.text')} />
    </>
  );
}
