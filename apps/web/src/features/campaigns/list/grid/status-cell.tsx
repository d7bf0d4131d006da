import type { Campaign } from '@poklik/contract/campaigns';
import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import { CampaignStatusBadge } from '../../../../widgets/campaign-status-badge.tsx';
import type { CampaignChanges } from '../changes/use-campaign-changes.ts';
import css from './cells.module.css';

interface StatusCellProps {
  campaign: Campaign;
  changes: CampaignChanges;
  canWrite: boolean;
}

/** The status, and the button that pauses or activates. */
export function StatusCell({ campaign, changes, canWrite }: StatusCellProps) {
  const { t } = useTranslation('campaigns');
  const isActive = campaign.status === 'active';
  const Icon = isActive ? Pause : Play;
  const { name } = campaign;
  return (
    <span className={css.status}>
      <CampaignStatusBadge campaign={campaign} />
      {canWrite && (
        <IconButton
          className={css.toggle ?? ''}
          label={t(isActive ? 'list.pause_campaign' : 'list.activate_campaign', { name })}
          tabIndex={-1}
          onClick={() => void changes.setStatus([campaign], isActive ? 'pause' : 'activate')}
        >
          <Icon size={14} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </span>
  );
}
