import { FILE_FORMATS } from '@poklik/contract/campaign-files';
import { Download, FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../../api/current-user.ts';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import type { CampaignFilters } from '../use-campaign-filters.ts';
import css from './bulk.module.css';
import { useExportFile } from './files.queries.ts';

// The dialog loads when it is asked for, to keep an empty list light.
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Settings of the listed campaigns as files, and back. */
export function CampaignFiles({ query }: { query: CampaignFilters['query'] }) {
  const { t } = useTranslation('campaign_bulk');
  const user = useCurrentUser();
  const file = useExportFile(query);
  return (
    <div className={css.menu}>
      {user.team.can_export &&
        FILE_FORMATS.map((format) => (
          <Button
            key={format}
            size="sm"
            icon={<Download {...ICON} />}
            loading={file.isPending && file.variables === format}
            onClick={() => file.mutate(format, { onError: ({ message }) => toast(message, { kind: 'problem' }) })}
          >
            {t(`files.export.${format}`)}
          </Button>
        ))}
      {hasPermission(user, 'campaigns:write') && <ImportButton />}
    </div>
  );
}

export function ImportButton() {
  const { t } = useTranslation('campaign_bulk');
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    setOpened(true);
  };
  return (
    <>
      <Button size="sm" icon={<FileUp {...ICON} />} onClick={open}>
        {t('files.import')}
      </Button>
      {wasOpened && (
        <Suspense>
          <ImportDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
