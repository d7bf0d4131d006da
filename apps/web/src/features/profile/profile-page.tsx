import { ROLES } from '@poklik/contract/roles';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { Tabs } from '../../ui/choice/tabs.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { PersonalPanel } from './personal-panel.tsx';
import css from './profile-page.module.css';

const TABS = [
  ...(['personal', 'interface', 'security', 'billing', 'notifications', 'activity', 'data'] as const),
  ...(['service', 'rates'] as const),
] as const;
type Tab = (typeof TABS)[number];

/** Each tab loads on first use. */
const PANELS: Record<Tab, ComponentType> = {
  personal: PersonalPanel,
  interface: lazy(() => import('./interface-panel.tsx').then((module) => ({ default: module.InterfacePanel }))),
  security: lazy(() => import('./security/security-panel.tsx').then((module) => ({ default: module.SecurityPanel }))),
  data: lazy(() => import('./data-panel.tsx').then((module) => ({ default: module.DataPanel }))),
  activity: lazy(() => import('./activity-panel.tsx').then((module) => ({ default: module.ActivityPanel }))),
  notifications: lazy(() => import('./preferences-panel.tsx').then((module) => ({ default: module.PreferencesPanel }))),
  service: lazy(async () => {
    const [{ ServicePanel }] = await Promise.all([import('./service/service-panel.tsx'), loadNamespaces(['service'])]);
    return { default: ServicePanel };
  }),
  rates: lazy(async () => {
    const [{ RatesPanel }] = await Promise.all([import('./rates/rates-panel.tsx'), loadNamespaces(['rates'])]);
    return { default: RatesPanel };
  }),
  billing: lazy(() =>
    import('../../widgets/billing/billing-panel.tsx').then((module) => ({ default: module.BillingPanel })),
  ),
};

/** Profile and account. The tab is in the URL. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const [search, setSearch] = useSearchParams();
  const profile = useCurrentUser();
  // The operator buys nothing. During impersonation billing stays visible.
  const hasBills = hasPermission(profile, 'billing:read') && profile.role !== ROLES.SUPER_ADMIN;
  const isShown: Partial<Record<Tab, boolean>> = {
    billing: hasBills,
    service: hasPermission(profile, 'settings:write'),
    rates: hasPermission(profile, 'currency_rates:write'),
  };
  const tabs = TABS.filter((id) => isShown[id] ?? true);
  const asked = tabs.find((id) => id === search.get('tab'));
  const tab = asked ?? 'personal';
  const seen = useVisitedTabs(tab);
  const narrow = useNarrow();
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
  const parts = tabs.map((id) => ({ id, label: t(`tab.${id}`) }));
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        label={t('title')}
        value={narrow ? asked : tab}
        onChange={(id) => setSearch(id === 'personal' ? {} : { tab: id })}
        tabs={parts.map((part) => ({ ...part, panel: panelOf(part.id) }))}
        {...(narrow && { instead: <ProfileSections parts={parts} opened={asked} /> })}
      />
    </>
  );
}

interface ProfileSectionsProps {
  parts: { id: Tab; label: string }[];
  opened: Tab | undefined;
}

/** On narrow screens sections are a list; an open one has a back link. */
function ProfileSections({ parts, opened }: ProfileSectionsProps) {
  const { t } = useTranslation('profile');
  const known = useRef(opened);
  useEffect(() => {
    if (known.current === opened) return;
    known.current = opened;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [opened]);
  if (opened) {
    return (
      <Link className={css.back} to={{ search: '' }}>
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
        {t('all_parts')}
      </Link>
    );
  }
  return (
    <nav aria-label={t('title')}>
      <ul className={css.parts}>
        {parts.map(({ id, label }) => (
          <li key={id}>
            <Link className={css.part} to={{ search: `?tab=${id}` }}>
              {label}
              <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Visited tabs stay mounted, with typed values. */
function useVisitedTabs(tab: Tab): Tab[] {
  const [seen, setSeen] = useState<Tab[]>([tab]);
  if (seen.includes(tab)) return seen;
  const more = [...seen, tab];
  setSeen(more);
  return more;
}
