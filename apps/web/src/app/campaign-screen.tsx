import { ROLES } from '@poklik/contract/roles';
import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../api/current-user.ts';
import { CampaignsPage } from '../features/campaigns/list/campaigns-page.tsx';
import { PageLoader } from '../ui/page-loader.tsx';

const OverviewPage = lazy(async () => ({
  default: (await import('../features/overview/overview-page.tsx')).OverviewPage,
}));

/** Customers see their campaigns; the operator sees the overview. */
export function CampaignScreen() {
  if (useCurrentUser().role !== ROLES.SUPER_ADMIN) return <CampaignsPage />;
  return (
    <Suspense fallback={<PageLoader />}>
      <OverviewPage />
    </Suspense>
  );
}
