import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function InvoicesPage() {
  const { t } = useTranslation('invoices');
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState icon={ReceiptText} title={t('empty.title')} text={t('empty.text')} />
    </>
  );
}
