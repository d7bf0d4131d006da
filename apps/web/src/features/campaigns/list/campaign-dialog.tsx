import type { Campaign } from '@poklik/contract/campaigns';
import { lazy, Suspense } from 'react';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import type { CampaignChanges } from './changes/use-campaign-changes.ts';
import type { CampaignFilters } from './use-campaign-filters.ts';

// Dialogs load on demand to keep the list light.
const DeleteDialog = lazy(async () => ({ default: (await import('./changes/delete-dialog.tsx')).DeleteDialog }));
const BulkWeightsDialog = lazy(async () => ({
  default: (await import('./edit/bulk-weights-dialog.tsx')).BulkWeightsDialog,
}));
const TagDialog = lazy(async () => ({ default: (await import('./changes/tag-dialog.tsx')).TagDialog }));
const BulkEditDialog = lazy(async () => {
  const [{ BulkEditDialog }] = await Promise.all([
    import('./bulk/bulk-edit-dialog.tsx'),
    loadNamespaces(['campaign_bulk']),
  ]);
  return { default: BulkEditDialog };
});

/** An open dialog and its campaigns, which stay named while it closes. */
export interface OpenDialog {
  kind: 'delete' | 'tags' | 'weights' | 'edit';
  campaigns: Campaign[];
  opened: boolean;
}

interface CampaignDialogProps extends OpenDialog {
  /** The campaigns as they are now. */
  rows: readonly Campaign[];
  tags: string[];
  filter: CampaignFilters['query'];
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
  filter,
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
      {kind === 'edit' ? (
        <BulkEditDialog campaigns={current} filter={filter} opened={opened} onClose={onClose} />
      ) : kind === 'weights' ? (
        <BulkWeightsDialog campaigns={current} opened={opened} onClose={onClose} />
      ) : kind === 'delete' ? (
        <DeleteDialog campaigns={campaigns} opened={opened} onClose={onClose} onConfirm={deleteAll} />
      ) : (
        <TagDialog campaigns={current} tags={tags} opened={opened} onClose={onClose} change={change} />
      )}
    </Suspense>
  );
}
