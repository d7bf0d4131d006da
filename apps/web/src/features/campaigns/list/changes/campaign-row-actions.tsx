import type { Campaign } from '@poklik/contract/campaigns';
import { useTranslation } from 'react-i18next';
import { CopyIconButton } from '../../../../ui/copy/copy-icon-button.tsx';
import { ActionsMenu } from '../../../../ui/menu/actions-menu.tsx';
import type { MenuAction } from '../../../../ui/menu/menu-action.ts';
import css from './campaign-row-actions.module.css';

interface CampaignRowActionsProps {
  campaign: Campaign;
  actions: MenuAction[];
}

/** Copy link, and all other actions in a menu. */
export function CampaignRowActions({ campaign: { name, tracking_url }, actions }: CampaignRowActionsProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  return (
    <span className={css.actions}>
      <CopyIconButton text={tracking_url} label={t('list.copy_link', { name })} />
      <ActionsMenu label={t('select:actions_of', { name })} actions={actions} />
    </span>
  );
}
