import { FileText, Layers, Mail, Megaphone, ReceiptText, ScrollText, Users, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { NativeSelect } from '../../ui/choice/native-select.tsx';
import { searchWith } from '../../ui/data-table/search-with.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PeriodPicker } from '../../widgets/periods/period-picker.tsx';
import { BusinessBlock } from './business/business-block.tsx';
import { CustomersList, MovementsList } from './lists.tsx';
import { useOverview } from './overview.queries.ts';
import css from './overview-page.module.css';
import { ServiceBlock } from './service/service-block.tsx';
import { TasksBlock } from './tasks-block.tsx';
import { type OverviewPlace, useOverviewPlace } from './use-overview-place.ts';

/** The operator's dashboard, and the lists behind its figures. */
export function OverviewPage({ views }: { views?: ReactNode }) {
  const place = useOverviewPlace();
  if (place.list) return <CustomersList key={place.list} list={place.list} place={place} />;
  if (place.isMovements) return <MovementsList place={place} />;
  return <Overview views={views} place={place} />;
}

function Overview({ views, place }: { views: ReactNode; place: OverviewPlace }) {
  const { t } = useTranslation('campaigns');
  const overview = useOverview();
  const provider = overview.data?.payment_provider;
  return (
    <>
      <PageHeader title={t('overview.title')} subtitle={t('overview.text')} actions={<PeriodTools place={place} />} />
      {views}
      <div className={css.parts}>
        {overview.data && (provider === null || provider === 'sandbox') && (
          <Banner kind={provider === null ? 'warning' : 'info'}>{t(`overview.payments_${provider ?? 'off'}`)}</Banner>
        )}
        <TasksBlock place={place} />
        <BusinessBlock place={place} />
        <ServiceBlock overview={overview} />
        <QuickLinks />
      </div>
    </>
  );
}

/** The period of the business figures, in UTC days, and what it is compared with. */
function PeriodTools({ place: { period, comparison } }: { place: OverviewPlace }) {
  const { t } = useTranslation('overview');
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <>
      <NativeSelect
        label={t('compare.label')}
        value={comparison}
        options={(['previous', 'year', 'none'] as const).map((value) => ({ value, label: t(`compare.${value}`) }))}
        onChange={(value) =>
          void navigate(searchWith(search, { compare: value === 'previous' ? null : value }), {
            preventScrollReset: true,
          })
        }
      />
      <PeriodPicker control={period} note="UTC" />
    </>
  );
}

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Links to the operator's screens. */
function QuickLinks() {
  const { t } = useTranslation(['sidebar', 'campaigns', 'notifications']);
  const localizedPath = useLocalizedPath();
  const canReadOutbox = hasPermission(useCurrentUser(), 'outbox:read');
  const places = [
    { to: paths.usersList, icon: <Users {...ICON} />, label: t('sidebar:users-list') },
    { to: paths.withdrawal, icon: <Wallet {...ICON} />, label: t('sidebar:withdrawal') },
    { to: paths.transactions, icon: <ScrollText {...ICON} />, label: t('sidebar:transactions') },
    { to: paths.invoices, icon: <ReceiptText {...ICON} />, label: t('sidebar:invoices') },
    { to: paths.tariffs, icon: <Layers {...ICON} />, label: t('sidebar:tariffs') },
    { to: paths.instructions, icon: <FileText {...ICON} />, label: t('sidebar:instructions') },
    { to: paths.notifications, icon: <Megaphone {...ICON} />, label: t('notifications:title') },
    ...(canReadOutbox
      ? [{ to: paths.outbox, icon: <Mail {...ICON} />, label: t('campaigns:overview.to_outbox') }]
      : []),
  ];
  return (
    <nav aria-label={t('campaigns:overview.links')}>
      <h2 className={css.heading}>{t('campaigns:overview.links')}</h2>
      <ul className={css.places}>
        {places.map(({ to, icon, label }) => (
          <li key={to}>
            <Link className={css.place} to={localizedPath(to)}>
              {icon}
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
