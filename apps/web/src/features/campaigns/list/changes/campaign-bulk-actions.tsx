import type { Campaign } from '@poklik/contract/campaigns';
import { weightsText } from '@poklik/domain/campaigns/place-weights';
import { Archive, ArrowLeftRight, Pause, PencilLine, Play, Scale, Tag, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import type { CampaignChanges } from './use-campaign-changes.ts';

interface CampaignBulkActionsProps {
  campaigns: Campaign[];
  changes: CampaignChanges;
  onDone: () => void;
  onTag: () => void;
  onWeights: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Bulk actions. Only those that would change something are offered. */
export function CampaignBulkActions({
  campaigns,
  changes,
  onDone,
  onTag,
  onWeights,
  onEdit,
  onDelete,
}: CampaignBulkActionsProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const setStatus = (action: 'activate' | 'pause' | 'archive') => {
    onDone();
    void changes.setStatus(campaigns, action);
  };
  const some = (holds: (campaign: Campaign) => boolean) => campaigns.some(holds);
  return (
    <>
      {some(({ status }) => status !== 'paused') && (
        <Button size="sm" icon={<Pause {...ICON} />} onClick={() => setStatus('pause')}>
          {t('list.pause')}
        </Button>
      )}
      {some(({ status }) => status !== 'active') && (
        <Button size="sm" icon={<Play {...ICON} />} onClick={() => setStatus('activate')}>
          {t('list.activate')}
        </Button>
      )}
      {some(({ status }) => status !== 'archived') && (
        <Button size="sm" icon={<Archive {...ICON} />} onClick={() => setStatus('archive')}>
          {t('list.archive')}
        </Button>
      )}
      <Button size="sm" icon={<Tag {...ICON} />} onClick={onTag}>
        {t('list.tags')}
      </Button>
      <Button size="sm" icon={<PencilLine {...ICON} />} onClick={onEdit}>
        {t('list.bulk_edit')}
      </Button>
      {some((campaign) => weightsText(campaign) !== '') && (
        <Button size="sm" icon={<Scale {...ICON} />} onClick={onWeights}>
          {t('list.weights.button')}
        </Button>
      )}
      {some(({ spare_domain_id }) => spare_domain_id !== null) && (
        <Button
          size="sm"
          icon={<ArrowLeftRight {...ICON} />}
          onClick={() => {
            onDone();
            void changes.switchToSpare(campaigns);
          }}
        >
          {t('list.switch_domain')}
        </Button>
      )}
      <Button size="sm" icon={<Trash2 {...ICON} />} onClick={onDelete}>
        {t('select:delete')}
      </Button>
    </>
  );
}
