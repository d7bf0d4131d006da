import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function ApiTokensPage() {
  const { t } = useTranslation('api');
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState icon={KeyRound} title={t('empty.title')} text={t('empty.text')} />
    </>
  );
}
