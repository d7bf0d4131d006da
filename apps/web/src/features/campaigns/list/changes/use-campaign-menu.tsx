import type { Campaign } from '@poklik/contract/campaigns';
import { transparencyUrl } from '@poklik/domain/campaigns/campaign-links';
import { Archive, ChartColumn, CopyPlus, Eye, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../../i18n/use-localized-path.ts';
import type { MenuAction } from '../../../../ui/menu/menu-action.ts';
import { useReportLink } from '../use-report-link.ts';
import type { CampaignChanges } from './use-campaign-changes.ts';

interface MenuOptions {
  changes: CampaignChanges;
  canWrite: boolean;
  onDelete: (campaign: Campaign) => void;
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What can be done with a campaign. */
export function useCampaignMenu({ changes, canWrite, onDelete }: MenuOptions): (campaign: Campaign) => MenuAction[] {
  const { t } = useTranslation(['campaigns', 'select']);
  const localizedPath = useLocalizedPath();
  const reportOf = useReportLink();
  return (campaign) => {
    const { id, status } = campaign;
    const setStatus = (action: 'activate' | 'pause' | 'archive') => void changes.setStatus([campaign], action);
    const reads: MenuAction[] = [
      { label: t('list.statistics'), icon: <ChartColumn {...ICON} />, to: reportOf(campaign, 'clicks') },
    ];
    const open: MenuAction = {
      label: t('list.open_transparency'),
      icon: <Eye {...ICON} />,
      href: transparencyUrl(campaign.tracking_url),
    };
    if (!canWrite) return [...reads, open];
    return [
      ...reads,
      { label: t('select:edit'), icon: <Pencil {...ICON} />, to: localizedPath(paths.campaignUpdate(id)) },
      { label: t('list.clone'), icon: <CopyPlus {...ICON} />, onSelect: () => void changes.clone(campaign) },
      status === 'active'
        ? { label: t('list.pause'), icon: <Pause {...ICON} />, onSelect: () => setStatus('pause') }
        : { label: t('list.activate'), icon: <Play {...ICON} />, onSelect: () => setStatus('activate') },
      ...(status === 'archived'
        ? []
        : [{ label: t('list.archive'), icon: <Archive {...ICON} />, onSelect: () => setStatus('archive') }]),
      open,
      { label: t('select:delete'), icon: <Trash2 {...ICON} />, danger: true, onSelect: () => onDelete(campaign) },
    ];
  };
}
