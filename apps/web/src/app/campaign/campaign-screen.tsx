import { lazy, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { CampaignsPage } from '../../features/campaigns/list/campaigns-page.tsx';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { settings } from '../settings.ts';
import { CampaignViews, DOMAINS, useCampaignViews } from './campaign-views.tsx';

// Their words load with them, so the list of campaigns doesn't wait for them.
const OverviewPage = lazy(async () => {
  const [{ OverviewPage }] = await Promise.all([
    import('../../features/overview/overview-page.tsx'),
    loadNamespaces(['overview']),
  ]);
  return { default: OverviewPage };
});
const DomainsPage = lazy(async () => {
  const [{ DomainsPage }] = await Promise.all([
    import('../../features/domains/domains-page.tsx'),
    loadNamespaces(['domains']),
  ]);
  return { default: DomainsPage };
});
const OperatorDomainsPage = lazy(async () => {
  const [{ OperatorDomainsPage }] = await Promise.all([
    import('../../features/domains/operator-domains-page.tsx'),
    loadNamespaces(['domains']),
  ]);
  return { default: OperatorDomainsPage };
});

/** Customers see their campaigns and domains; the operator sees the overview and the domains of all accounts. */
export function CampaignScreen() {
  const [search] = useSearchParams();
  const { isOperator, hasDomains } = useCampaignViews();
  const isDomains = hasDomains && search.get('tab') === DOMAINS;
  const views = <CampaignViews chosen={isDomains ? 'domains' : 'campaigns'} />;
  return <Suspense fallback={<PageLoader />}>{pageOf({ isOperator, isDomains, views })}</Suspense>;
}

interface Choice {
  isOperator: boolean;
  isDomains: boolean;
  views: ReactNode;
}

function pageOf({ isOperator, isDomains, views }: Choice): ReactNode {
  if (isOperator && isDomains) return <OperatorDomainsPage views={views} isOn={settings.hasDomains} />;
  if (isOperator) return <OverviewPage views={views} />;
  return isDomains ? <DomainsPage views={views} /> : <CampaignsPage views={views} />;
}
