import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function TransactionsPage() {
  const { t } = useTranslation('transactions');
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState icon={ArrowLeftRight} title={t('empty.title')} text={t('empty.text')} />
    </>
  );
}
