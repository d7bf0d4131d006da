import type { Campaign } from '@poklik/contract/campaigns';
import { lazy, Suspense } from 'react';
import type { CampaignChanges } from './changes/use-campaign-changes.ts';

// Dialogs load on demand to keep the list light.
const DeleteDialog = lazy(async () => ({ default: (await import('./changes/delete-dialog.tsx')).DeleteDialog }));
const BulkWeightsDialog = lazy(async () => ({
  default: (await import('./edit/bulk-weights-dialog.tsx')).BulkWeightsDialog,
}));
const TagDialog = lazy(async () => ({ default: (await import('./changes/tag-dialog.tsx')).TagDialog }));

/** An open dialog and its campaigns, which stay named while it closes. */
export interface OpenDialog {
  kind: 'delete' | 'tags' | 'weights';
  campaigns: Campaign[];
  opened: boolean;
}

interface CampaignDialogProps extends OpenDialog {
  /** The campaigns as they are now. */
  rows: readonly Campaign[];
  tags: string[];
  change: CampaignChanges['change'];
  onClose: () => void;
  onDeleted: (count: number) => void;
}

export function CampaignDialog({
  kind,
  campaigns,
  opened,
  rows,
  tags,
  change,
  onClose,
  onDeleted,
}: CampaignDialogProps) {
  const deleteAll = async () => {
    await change({ ids: campaigns.map(({ id }) => id), action: 'delete' });
    onDeleted(campaigns.length);
  };
  const current = campaigns.map((campaign) => rows.find(({ id }) => id === campaign.id) ?? campaign);
  return (
    <Suspense>
      {kind === 'weights' ? (
        <BulkWeightsDialog campaigns={current} opened={opened} onClose={onClose} />
      ) : kind === 'delete' ? (
        <DeleteDialog campaigns={campaigns} opened={opened} onClose={onClose} onConfirm={deleteAll} />
      ) : (
        <TagDialog campaigns={current} tags={tags} opened={opened} onClose={onClose} change={change} />
      )}
    </Suspense>
  );
}
