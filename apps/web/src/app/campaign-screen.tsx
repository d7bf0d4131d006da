import { ROLES } from '@poklik/contract/roles';
import { useCurrentUser } from '../api/current-user.ts';
import { CampaignsPage } from '../features/campaigns/list/campaigns-page.tsx';
import { OverviewPage } from '../features/overview/overview-page.tsx';

/** Customers see their campaigns; the operator, who has none, an overview of the service. */
export function CampaignScreen() {
  return useCurrentUser().role === ROLES.SUPER_ADMIN ? <OverviewPage /> : <CampaignsPage />;
}
