import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { Tabs } from '../../../ui/choice/tabs.tsx';
import { AccessDenied } from '../../../ui/state/access-denied.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { PageLoader } from '../../../ui/state/page-loader.tsx';
import { useCustomer } from './customer.queries.ts';
import { CustomerHeader } from './customer-header.tsx';
import type { CustomerUser, TabProps } from './tab-props.ts';

const TABS = ['usage', 'campaigns', 'money', 'team', 'log', 'notes', 'emails', 'tariffs'] as const;
type Tab = (typeof TABS)[number];

/** Each tab loads on first use. */
const PANELS: Record<Tab, ComponentType<TabProps>> = {
  usage: lazy(() => import('./usage-tab.tsx').then((module) => ({ default: module.UsageTab }))),
  campaigns: lazy(() => import('./campaigns-tab.tsx').then((module) => ({ default: module.CampaignsTab }))),
  money: lazy(() => import('./money-tab.tsx').then((module) => ({ default: module.MoneyTab }))),
  team: lazy(() => import('./team-tab.tsx').then((module) => ({ default: module.TeamTab }))),
  log: lazy(() => import('./log-tab.tsx').then((module) => ({ default: module.LogTab }))),
  notes: lazy(() => import('./notes-tab.tsx').then((module) => ({ default: module.NotesTab }))),
  emails: lazy(() => import('./emails-tab.tsx').then((module) => ({ default: module.EmailsTab }))),
  tariffs: lazy(() => import('./tariffs-tab.tsx').then((module) => ({ default: module.TariffsTab }))),
};

/** Everything that the operator knows about one customer. */
export function CustomerPage() {
  const { id } = useParams();
  const isId = /^[1-9]\d{0,14}$/.test(id ?? '');
  if (!hasPermission(useCurrentUser(), 'users:read')) return <AccessDenied />;
  return <LoadedCustomer key={id} id={isId ? Number(id) : 0} />;
}

function LoadedCustomer({ id }: { id: number }) {
  const { data, error, refetch } = useCustomer(id);
  if (data) return <CustomerView user={data} />;
  return error ? <ErrorCard message={error.message} onRetry={refetch} /> : <PageLoader />;
}

function CustomerView({ user }: { user: CustomerUser }) {
  const { t } = useTranslation('customers');
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((id) => id === search.get('tab')) ?? 'usage';
  // Kept here, because a tab that isn't shown is not mounted: its list would follow the page of another one.
  const [draft, setDraft] = useState('');
  const Panel = PANELS[tab];
  return (
    <>
      <CustomerHeader user={user} />
      <Tabs
        label={t('tabs')}
        value={tab}
        onChange={(id) => setSearch(id === 'usage' ? {} : { tab: id })}
        tabs={TABS.map((id) => ({
          id,
          label: t(`tab.${id}`),
          panel: id === tab && (
            <Suspense fallback={<PageLoader />}>
              <Panel user={user} draft={draft} setDraft={setDraft} />
            </Suspense>
          ),
        }))}
      />
    </>
  );
}
