import type { CampaignStatus } from '@poklik/contract/campaigns';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';

const LOOKS = {
  active: { kind: 'success', shape: 'dot' },
  paused: { kind: 'warning', shape: 'bars' },
  draft: { kind: 'neutral', shape: 'ring' },
  archived: { kind: 'neutral', shape: 'box' },
} as const;

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  const { t } = useTranslation('campaigns');
  return <Badge {...LOOKS[status]}>{t(`form.statuses.${status}`)}</Badge>;
}
