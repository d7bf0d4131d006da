import { useTranslation } from 'react-i18next';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';

/** The rows are from an earlier request. */
export function NotRefreshed({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation('select');
  return (
    <Banner
      kind="warning"
      role="status"
      action={
        <Button size="sm" onClick={() => void onRetry()}>
          {t('retry')}
        </Button>
      }
    >
      {t('not_refreshed')}
    </Banner>
  );
}
