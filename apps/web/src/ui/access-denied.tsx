import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';

/** What a person sees on a screen that is not for their role. */
export function AccessDenied() {
  const { t } = useTranslation('errors');
  return <EmptyState icon={Lock} title={t('access_denied')} isHeading />;
}
