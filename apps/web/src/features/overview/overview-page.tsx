import { type Overview, overviewApi } from '@poklik/contract/overview';
import { useQuery } from '@tanstack/react-query';
import { FileText, Layers, Mail, Megaphone, ReceiptText, ScrollText, Users, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { MetricCard, MetricCards } from '../../ui/metric-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { DataHealthCard, DataHealthChecks } from './data-health.tsx';
import css from './overview-page.module.css';

const REFRESH_MS = 30_000;

/** The operator's dashboard. */
export function OverviewPage({ views }: { views?: ReactNode }) {
  const { t } = useTranslation(['campaigns', 'select']);
  const { data, error, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => call(overviewApi.get, {}, { signal }),
    refetchInterval: REFRESH_MS,
    select: (answer) => answer.data,
  });

  if (error && !data) {
    return (
      <>
        <PageHeader title={t('overview.title')} subtitle={t('overview.text')} />
        {views}
        <ErrorCard
          message={error.message}
          code={error instanceof ApiError ? error.code : undefined}
          onRetry={refetch}
        />
      </>
    );
  }

  return (
    <>
      <PageHeader title={t('overview.title')} subtitle={t('overview.text')} />
      {views}
      <div className={css.parts}>
        {error && (
          <Banner
            kind="warning"
            role="status"
            action={
              <Button size="sm" onClick={() => void refetch()}>
                {t('select:retry')}
              </Button>
            }
          >
            {t('select:not_refreshed')}
          </Banner>
        )}
        {data && data.payment_provider !== 'stripe' && (
          <Banner kind={data.payment_provider === null ? 'warning' : 'info'}>
            {t(`overview.payments_${data.payment_provider ?? 'off'}`)}
          </Banner>
        )}
        <OverviewMetrics data={data} />
        <DataHealthChecks health={data?.data_health} />
        <QuickLinks />
      </div>
    </>
  );
}

function OverviewMetrics({ data }: { data: Overview | undefined }) {
  const { t } = useTranslation('campaigns');
  const localizedPath = useLocalizedPath();
  const language = useLanguage();
  const money = (amount: string | undefined) =>
    amount === undefined ? undefined : formatMoney(language, amount, data?.currency ?? 'USD');
  const integer = (value: number | null | undefined) =>
    value === undefined ? undefined : formatInteger(language, value);
  return (
    <div className={css.figures}>
      <MetricCards label={t('overview.title')}>
        <MetricCard
          label={t('overview.customers')}
          value={integer(data?.customers)}
          note={t('overview.customers_note')}
          to={localizedPath(paths.usersList)}
        />
        <MetricCard
          label={t('overview.active_campaigns')}
          value={integer(data?.active_campaigns)}
          note={t('overview.active_campaigns_note')}
          to={localizedPath(paths.usersList)}
        />
        <MetricCard
          label={t('overview.clicks_today')}
          value={integer(data?.clicks_today)}
          note={t(data?.clicks_today === null ? 'overview.clicks_unknown' : 'overview.clicks_today_note')}
          to={localizedPath(paths.usersList)}
        />
        <MetricCard
          label={t('overview.events_today')}
          value={integer(data?.events_today)}
          note={t(data?.events_today === null ? 'overview.clicks_unknown' : 'overview.events_today_note')}
          to={localizedPath(paths.tariffs)}
        />
        <MetricCard
          label={t('overview.revenue')}
          value={money(data?.revenue_this_month)}
          note={t('overview.revenue_note')}
          to={localizedPath(paths.invoices)}
        />
        <MetricCard
          label={t('overview.withdrawals')}
          value={integer(data?.withdrawals_waiting)}
          note={t('overview.withdrawals_note')}
          to={`${localizedPath(paths.withdrawal)}?status=pending`}
        />
        <MetricCard
          label={t('overview.open_invoices')}
          value={integer(data?.open_invoices.count)}
          note={data && t('overview.open_invoices_note', { amount: money(data.open_invoices.amount) })}
          to={`${localizedPath(paths.invoices)}?status=open`}
        />
        <DataHealthCard health={data?.data_health} />
      </MetricCards>
    </div>
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
