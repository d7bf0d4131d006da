import type { Campaign, CampaignVersion } from '@poklik/contract/campaigns';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useDelayed } from '../../../ui/state/delayed.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useRestoreVersion, versionsQuery } from '../form/campaign.queries.ts';
import { settingsOf } from '../form/campaign-values.ts';
import { ChangeList } from './change-list.tsx';
import { VersionRow } from './version-row.tsx';
import css from './versions-panel.module.css';

interface VersionsPanelProps {
  campaign: Campaign;
  canRestore: boolean;
  /** Unsaved changes in the form would be lost. */
  dirty: boolean;
  onRestored: (campaign: Campaign) => void;
}

/** Version history: author, time and changes; any version can be restored. */
export function VersionsPanel({ campaign, canRestore, dirty, onRestored }: VersionsPanelProps) {
  const { t } = useTranslation('campaigns');
  const query = useInfiniteQuery(versionsQuery(campaign.id));
  const restore = useRestoreVersion(campaign.id);
  const [restoring, setRestoring] = useState<CampaignVersion | null>(null);
  const isWaiting = useDelayed(query.isPending);

  if (query.isError && !query.data) {
    const code = query.error instanceof ApiError ? query.error.code : undefined;
    return <ErrorCard message={query.error.message} code={code} onRetry={query.refetch} />;
  }
  if (!query.data) return isWaiting ? <div className={css.loading} aria-busy="true" /> : null;

  const versions = query.data.pages.flatMap(({ data }) => data);
  return (
    <>
      <p className={css.text}>{t('versions.text')}</p>
      <ol className={css.list}>
        {versions.map((version, place) => (
          <VersionRow
            key={version.version}
            version={version}
            before={versions[place + 1]}
            isCurrent={version.version === campaign.version}
            onNeedBefore={() => {
              if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
            }}
            {...(canRestore && version.version !== campaign.version && { onRestore: () => setRestoring(version) })}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('versions.more')}
        </Button>
      )}
      <ConfirmDialog
        opened={restoring !== null}
        onClose={() => setRestoring(null)}
        title={t('versions.restore_title', { version: restoring?.version })}
        confirmLabel={t('versions.restore')}
        cancelLabel={t('versions.cancel')}
        onConfirm={async () => {
          if (!restoring) return;
          const { data } = await restore.mutateAsync(restoring.version);
          onRestored(data);
          toast(t('versions.restored', { version: restoring.version }));
        }}
      >
        <p className={css.consequence}>{t(dirty ? 'versions.restore_loses' : 'versions.restore_text')}</p>
        {restoring && (
          <div className={css.changes}>
            <ChangeList before={settingsOf(campaign)} after={settingsOf(restoring.settings)} />
          </div>
        )}
      </ConfirmDialog>
    </>
  );
}
