import { FILE_FORMATS } from '@poklik/contract/campaign-files';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../../api/current-user.ts';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import type { CampaignFilters } from '../use-campaign-filters.ts';
import css from './bulk.module.css';
import { useExportFile } from './files.queries.ts';
import { ImportButton } from './import-button.tsx';

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
