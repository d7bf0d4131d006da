import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';

/** Shown on screens the user has no permission for. */
export function AccessDenied() {
  const { t } = useTranslation('errors');
  return <EmptyState icon={Lock} title={t('access_denied')} isHeading />;
}
