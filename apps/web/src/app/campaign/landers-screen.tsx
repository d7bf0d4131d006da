import { useTranslation } from 'react-i18next';
import { LandersTab } from '../../features/landers/landers-tab.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { CampaignViews, useCampaignViews } from './campaign-views.tsx';

/** The landers that campaigns lead to. */
export function LandersScreen() {
  const { t } = useTranslation('sidebar');
  const { hasOffers } = useCampaignViews();
  if (!hasOffers) return <AccessDenied />;
  return <LandersTab title={t('campaign')} views={<CampaignViews chosen="landers" />} />;
}
