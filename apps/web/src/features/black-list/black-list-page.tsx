import { Ban } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function BlackListPage() {
  const { t } = useTranslation('black_list_page');
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState icon={Ban} title={t('empty.title')} text={t('empty.text')} />
    </>
  );
}
