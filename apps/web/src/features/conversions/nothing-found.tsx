import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Empty state of a filtered list. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('conversions');
  return (
    <EmptyState
      icon={SearchX}
      title={t('not_found.title')}
      text={t('not_found.text')}
      action={<Button onClick={onClear}>{t('clear_filters')}</Button>}
    />
  );
}
