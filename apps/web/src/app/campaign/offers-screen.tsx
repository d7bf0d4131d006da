import { useTranslation } from 'react-i18next';
import { OffersTab } from '../../features/offers/offers-tab.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { CampaignViews, useCampaignViews } from './campaign-views.tsx';

/** The offers that campaigns lead to. */
export function OffersScreen() {
  const { t } = useTranslation('sidebar');
  const { hasOffers } = useCampaignViews();
  if (!hasOffers) return <AccessDenied />;
  return <OffersTab title={t('campaign')} views={<CampaignViews chosen="offers" />} />;
}
