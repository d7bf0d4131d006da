import type { Campaign } from '@poklik/contract/campaigns';
import { trafficState } from '@poklik/domain/campaigns/traffic-state';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../api/current-user.ts';
import { formatExactTime } from '../format/dates.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Badge } from '../ui/badge.tsx';

const LOOKS = {
  open: { kind: 'success', shape: 'dot' },
  paused: { kind: 'warning', shape: 'bars' },
  draft: { kind: 'neutral', shape: 'ring' },
  archived: { kind: 'neutral', shape: 'box' },
  not_started: { kind: 'info', shape: 'clock' },
  ended: { kind: 'neutral', shape: 'check' },
} as const;

type Shown = Pick<Campaign, 'status' | 'start_at' | 'end_at'>;

/** Whether a campaign takes visitors. An active one whose time has not come or is over says so. */
export function CampaignStatusBadge({ campaign }: { campaign: Shown }) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  // The cap is counted in the campaign's own day, which the list does not know.
  const state = trafficState({ ...campaign, daily_cap: null }, Date.now(), 0);
  const shown = state === 'capped' ? 'open' : state;
  const moment = shown === 'not_started' ? campaign.start_at : shown === 'ended' ? campaign.end_at : null;
  return (
    <span title={moment === null ? undefined : formatExactTime(language, moment, timezone)}>
      <Badge {...LOOKS[shown]}>{t(`status.${shown}`)}</Badge>
    </span>
  );
}
