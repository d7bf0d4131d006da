import type { Campaign } from '@poklik/contract/campaigns';
import { transparencyUrl } from '@poklik/domain/campaigns/campaign-links';
import { Archive, CopyPlus, Eye, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { CopyIconButton } from '../../../ui/copy-icon-button.tsx';
import type { MenuAction } from '../../../ui/menu-action.ts';
import css from './campaign-row-actions.module.css';
import type { CampaignChanges } from './use-campaign-changes.ts';

interface CampaignRowActionsProps {
  campaign: Campaign;
  changes: CampaignChanges;
  canWrite: boolean;
  onDelete: () => void;
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Copy link, and all other actions in a menu. */
export function CampaignRowActions({ campaign, changes, canWrite, onDelete }: CampaignRowActionsProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const localizedPath = useLocalizedPath();
  const { id, name, status } = campaign;
  const setStatus = (action: 'activate' | 'pause' | 'archive') => void changes.setStatus([campaign], action);
  const open: MenuAction = {
    label: t('list.open_transparency'),
    icon: <Eye {...ICON} />,
    href: transparencyUrl(campaign.tracking_url),
  };
  const writes: MenuAction[] = [
    { label: t('select:edit'), icon: <Pencil {...ICON} />, to: localizedPath(paths.campaignUpdate(id)) },
    { label: t('list.clone'), icon: <CopyPlus {...ICON} />, onSelect: () => void changes.clone(campaign) },
    status === 'active'
      ? { label: t('list.pause'), icon: <Pause {...ICON} />, onSelect: () => setStatus('pause') }
      : { label: t('list.activate'), icon: <Play {...ICON} />, onSelect: () => setStatus('activate') },
    ...(status === 'archived'
      ? []
      : [{ label: t('list.archive'), icon: <Archive {...ICON} />, onSelect: () => setStatus('archive') }]),
    open,
    { label: t('select:delete'), icon: <Trash2 {...ICON} />, danger: true, onSelect: onDelete },
  ];
  return (
    <span className={css.actions}>
      <CopyIconButton text={campaign.tracking_url} label={t('list.copy_link', { name })} />
      <ActionsMenu label={t('select:actions_of', { name })} actions={canWrite ? writes : [open]} />
    </span>
  );
}
