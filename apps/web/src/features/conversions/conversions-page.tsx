import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import css from './conversions.module.css';
import { ConversionsTab } from './conversions-tab.tsx';

const InboxTab = lazy(async () => ({ default: (await import('./inbox-tab.tsx')).InboxTab }));
const OutgoingTab = lazy(async () => ({ default: (await import('./outgoing-tab.tsx')).OutgoingTab }));
const ClicksTab = lazy(async () => ({ default: (await import('./clicks-tab.tsx')).ClicksTab }));

const TypesTab = lazy(async () => ({ default: (await import('./types-tab.tsx')).TypesTab }));
const GoalsTab = lazy(async () => ({ default: (await import('./goals/goals-tab.tsx')).GoalsTab }));

const TABS = [
  'conversions',
  'inbox',
  'outgoing',
  'clicks',
  'costs',
  'networks',
  'connections',
  'types',
  'goals',
] as const;

interface ConversionsPageProps {
  /** Tabs of other features. */
  Costs: ComponentType<{ title: string; views: ReactNode }>;
  Networks: ComponentType<{ title: string; views: ReactNode }>;
  Connections: ComponentType<{ title: string; views: ReactNode }>;
}

export function ConversionsPage(parts: ConversionsPageProps) {
  return hasPermission(useCurrentUser(), 'conversions:read') ? <Conversions {...parts} /> : <AccessDenied />;
}

function Conversions({ Costs, Networks, Connections }: ConversionsPageProps) {
  const { t } = useTranslation('conversions');
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get('tab');
  const user = useCurrentUser();
  const tabs = TABS.filter((each) => {
    if (each === 'connections') return hasPermission(user, 'campaigns:read');
    return (each !== 'costs' && each !== 'networks') || hasPermission(user, `${each}:read`);
  });
  const tab = tabs.find((each) => each === asked) ?? 'conversions';
  const views = (
    <div className={css.views}>
      <ChoiceLinks
        label={t('title')}
        choices={tabs.map((each) => ({
          label: t(`tab.${each}`),
          to: { search: each === 'conversions' ? '' : `?tab=${each}` },
          chosen: each === tab,
        }))}
      />
    </div>
  );
  if (tab === 'conversions') return <ConversionsTab views={views} />;
  return (
    <Suspense
      fallback={
        <>
          <PageHeader title={t('title')} />
          {views}
        </>
      }
    >
      {tab === 'inbox' && <InboxTab views={views} />}
      {tab === 'outgoing' && <OutgoingTab views={views} />}
      {tab === 'clicks' && <ClicksTab views={views} />}
      {tab === 'types' && <TypesTab views={views} />}
      {tab === 'goals' && <GoalsTab views={views} />}
      {tab === 'costs' && <Costs title={t('title')} views={views} />}
      {tab === 'networks' && <Networks title={t('title')} views={views} />}
      {tab === 'connections' && <Connections title={t('title')} views={views} />}
    </Suspense>
  );
}
