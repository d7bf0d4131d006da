import { FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '../../../../i18n/i18n.ts';
import { Button } from '../../../../ui/button.tsx';

// The dialog loads when it is asked for, to keep an empty list light.
const ImportDialog = lazy(async () => {
  const [{ ImportDialog }] = await Promise.all([import('./import-dialog.tsx'), loadNamespaces(['campaign_bulk'])]);
  return { default: ImportDialog };
});

export function ImportButton() {
  const { t } = useTranslation('campaigns');
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    setOpened(true);
  };
  return (
    <>
      <Button size="sm" icon={<FileUp size={16} strokeWidth={1.75} aria-hidden />} onClick={open}>
        {t('empty.import')}
      </Button>
      {wasOpened && (
        <Suspense>
          <ImportDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
