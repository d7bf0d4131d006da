import { ROLES } from '@poklik/contract/roles';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { may, useCurrentUser } from '../../api/current-user.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PersonalPanel } from './personal-panel.tsx';

const TABS = ['personal', 'interface', 'security', 'billing', 'notifications', 'activity', 'data'] as const;
type Tab = (typeof TABS)[number];

/** Each part comes when it is first looked at. */
const PANELS: Record<Tab, ComponentType> = {
  personal: PersonalPanel,
  interface: lazy(() => import('./interface-panel.tsx').then((module) => ({ default: module.InterfacePanel }))),
  security: lazy(() => import('./security/security-panel.tsx').then((module) => ({ default: module.SecurityPanel }))),
  data: lazy(() => import('./data-panel.tsx').then((module) => ({ default: module.DataPanel }))),
  activity: lazy(() => import('./activity-panel.tsx').then((module) => ({ default: module.ActivityPanel }))),
  notifications: lazy(() => import('./preferences-panel.tsx').then((module) => ({ default: module.PreferencesPanel }))),
  billing: lazy(() => import('../../widgets/billing-panel.tsx').then((module) => ({ default: module.BillingPanel }))),
};

/** Everything about the person and their account. Which part is shown is in the address. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const [search, setSearch] = useSearchParams();
  const profile = useCurrentUser();
  // The operator sells and does not buy. Who acts in a customer's name may look at their bills.
  const hasBills = may(profile, 'billing:read') && profile.role !== ROLES.SUPER_ADMIN;
  const tabs = TABS.filter((id) => id !== 'billing' || hasBills);
  const tab = tabs.find((id) => id === search.get('tab')) ?? 'personal';
  const seen = useSeen(tab);
  const panelOf = (id: Tab) => {
    const Panel = PANELS[id];
    return (
      seen.includes(id) && (
        <Suspense fallback={<PageLoader />}>
          <Panel />
        </Suspense>
      )
    );
  };
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        label={t('title')}
        value={tab}
        onChange={(id) => setSearch(id === 'personal' ? {} : { tab: id })}
        tabs={tabs.map((id) => ({ id, label: t(`tab.${id}`), panel: panelOf(id) }))}
      />
    </>
  );
}

/** What was looked at stays, with what was typed in it. */
function useSeen(tab: Tab): Tab[] {
  const [seen, setSeen] = useState<Tab[]>([tab]);
  if (seen.includes(tab)) return seen;
  const more = [...seen, tab];
  setSeen(more);
  return more;
}
