import { ROLES } from '@poklik/contract/roles';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { CampaignsPage } from '../../features/campaigns/list/campaigns-page.tsx';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { settings } from '../settings.ts';
import css from './campaign-screen.module.css';

const OverviewPage = lazy(async () => ({
  default: (await import('../../features/overview/overview-page.tsx')).OverviewPage,
}));
// Their words load with them, so the list of campaigns doesn't wait for them.
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

const DOMAINS = 'domains';

/** Customers see their campaigns and domains; the operator sees the overview and the domains of all accounts. */
export function CampaignScreen() {
  const { t } = useTranslation('campaigns');
  const user = useCurrentUser();
  const [search] = useSearchParams();
  const isOperator = user.role === ROLES.SUPER_ADMIN;
  const canOpenDomains = isOperator || (settings.hasDomains && hasPermission(user, 'campaigns:read'));
  const isDomains = canOpenDomains && search.get('tab') === DOMAINS;
  const views = canOpenDomains && (
    <div className={css.views}>
      <ChoiceLinks
        label={t('views.label')}
        choices={[
          { label: t(isOperator ? 'views.overview' : 'views.campaigns'), to: { search: '' }, chosen: !isDomains },
          { label: t('views.domains'), to: { search: `?tab=${DOMAINS}` }, chosen: isDomains },
        ]}
      />
    </div>
  );
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
