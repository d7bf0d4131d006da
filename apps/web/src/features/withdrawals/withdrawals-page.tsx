import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function WithdrawalsPage() {
  const { t } = useTranslation('withdrawal');
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState icon={HandCoins} title={t('empty.title')} text={t('empty.text')} />
    </>
  );
}
