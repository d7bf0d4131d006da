import type { Campaign } from '@poklik/contract/campaigns';
import { trafficState } from '@poklik/domain/routing/traffic-state';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../api/current-user.ts';
import { formatExactTime } from '../format/dates.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Badge } from '../ui/badge.tsx';
import { STATUS_LOOKS } from './status-looks.ts';

type Shown = Pick<Campaign, 'status' | 'start_at' | 'end_at'>;

/** The campaign status. An active campaign before its start or after its end is shown as such. */
export function CampaignStatusBadge({ campaign }: { campaign: Shown }) {
  const { t } = useTranslation('campaigns');
  // The daily cap depends on clicks in the campaign's time zone, which the list does not have.
  const state = trafficState({ ...campaign, daily_cap: null }, Date.now(), 0);
  const shown = state === 'capped' ? 'open' : state;
  const moment = shown === 'not_started' ? campaign.start_at : shown === 'ended' ? campaign.end_at : null;
  const badge = <Badge {...STATUS_LOOKS.campaign[shown]}>{t(`status.${shown}`)}</Badge>;
  return moment === null ? badge : <Dated moment={moment}>{badge}</Dated>;
}

/** Apart, because watching the user's time zone in every row of a long list takes time. */
function Dated({ moment, children }: { moment: string; children: ReactNode }) {
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  return <span title={formatExactTime(language, moment, timezone)}>{children}</span>;
}
