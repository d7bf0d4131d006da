import type { Campaign } from '@poklik/contract/campaigns';
import { linkBehavior, trafficState } from '@poklik/domain/routing/traffic-state';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useActivateCampaign } from '../form/campaign.queries.ts';

interface LinkStateProps {
  campaign: Campaign;
  /** State of a campaign that was just created. */
  created: 'created' | 'created_copied' | false;
  hasWritePermission: boolean;
  onActivated: (campaign: Campaign) => void;
}

/** Whether the link is ready for ads; if not, what it does and how to change that. */
export function LinkState({ campaign, created, hasWritePermission, onActivated }: LinkStateProps) {
  const { t } = useTranslation('campaigns');
  const activate = useActivateCampaign(campaign.id);
  const [isActivated, setActivated] = useState(false);
  // The daily cap is counted in the campaign's time zone, which this screen doesn't know.
  const state = trafficState({ ...campaign, daily_cap: null }, Date.now(), 0);
  if (state === 'open') {
    const news = isActivated ? 'activated' : created;
    return (
      news && (
        <Banner kind="success" role="status">
          {t(`result.${news}`, { name: campaign.name })}
        </Banner>
      )
    );
  }
  const onActivate = async () => {
    const { data } = await activate.mutateAsync(undefined);
    setActivated(true);
    onActivated(data);
  };
  const canActivate = hasWritePermission && campaign.status !== 'active';
  return (
    <>
      <Banner
        kind="warning"
        role="status"
        action={
          canActivate && (
            <Button size="sm" loading={activate.isPending} onClick={() => void onActivate().catch(() => undefined)}>
              {t('list.activate')}
            </Button>
          )
        }
      >
        {t(`result.closed.${state}`)} {t(`result.answers.${linkBehavior(campaign, state)}`)}
      </Banner>
      {activate.error && (
        <Banner kind="danger" role="alert">
          {activate.error.message}
        </Banner>
      )}
    </>
  );
}
