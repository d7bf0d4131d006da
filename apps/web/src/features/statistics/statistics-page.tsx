import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../i18n/paths.ts';
import { useInLanguage } from '../../i18n/use-in-language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function StatisticsPage() {
  const { t } = useTranslation('statistics');
  const inLanguage = useInLanguage();
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState
        icon={ChartColumn}
        title={t('empty.title')}
        text={t('empty.text')}
        action={<ButtonLink to={inLanguage(paths.campaign)}>{t('empty.action')}</ButtonLink>}
      />
    </>
  );
}
