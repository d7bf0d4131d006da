import type { Tariff } from '@poklik/contract/tariffs';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useCancelScheduledChange } from './tariffs.queries.ts';

/** Cancels a scheduled plan change. */
export function KeepTariff({ tariff }: { tariff: Tariff }) {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const keep = useCancelScheduledChange();
  return (
    <div>
      <Button loading={keep.isPending} onClick={() => keep.mutate(undefined)}>
        {t('keep', { name: tariff.name[language] })}
      </Button>
      {keep.error && (
        <Banner kind="danger" role="alert">
          {keep.error.message}
        </Banner>
      )}
    </div>
  );
}
