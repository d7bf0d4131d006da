import type { CustomerUsage } from '@poklik/contract/customer-billing';
import { LIMIT_NAMES } from '@poklik/contract/customers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { formatNumericDay } from '../../../format/dates.ts';
import { formatCompact, formatInteger } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartSeries } from '../../../ui/chart/chart-series.ts';
import { ChartTable } from '../../../ui/chart/chart-table.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { PageLoader } from '../../../ui/state/page-loader.tsx';
import css from './customer.module.css';
import { useCustomerUsage } from './customer.queries.ts';
import { LimitsDialog } from './limits-dialog.tsx';
import type { CustomerUser, TabProps } from './tab-props.ts';

/** What the account uses of its limits, and its events by day. */
export function UsageTab({ user }: TabProps) {
  const { data, error, refetch } = useCustomerUsage(user.id);
  if (error && !data) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  return (
    <div className={css.tab}>
      <Limits user={user} usage={data} />
      <Days days={data.days} />
    </div>
  );
}

function Limits({ user, usage }: { user: CustomerUser; usage: CustomerUsage }) {
  const { t } = useTranslation('customers');
  const language = useLanguage();
  const canWrite = hasPermission(useCurrentUser(), 'users:write');
  const [isChanging, setChanging] = useState(false);
  const { limits } = user.account;
  const number = (value: number | null) => formatInteger(language, value);
  return (
    <section className={css.part} aria-labelledby="limits">
      <div className={css.headed}>
        <h2 id="limits" className={css.heading}>
          {t('limits.heading')}
        </h2>
        {user.customer && canWrite && (
          <Button size="sm" onClick={() => setChanging(true)}>
            {t('limits.action')}
          </Button>
        )}
      </div>
      {limits && (
        <Banner kind="info">
          {t('limits.exception', { day: formatNumericDay(language, limits.until), reason: limits.reason })}
        </Banner>
      )}
      <div className={css.meters}>
        {LIMIT_NAMES.map((name) => {
          const { used, limit } = usage[name];
          return (
            <Meter
              key={name}
              label={t(`limits.${name}`)}
              used={used}
              limit={limit}
              canFill={name !== 'events'}
              value={limit === null ? `${number(used)} · ${t('unlimited')}` : `${number(used)} / ${number(limit)}`}
              note={limits?.[name] != null && t('limits.instead')}
            />
          );
        })}
      </div>
      {isChanging && <LimitsDialog user={user} opened onClose={() => setChanging(false)} />}
    </section>
  );
}

function Days({ days }: { days: CustomerUsage['days'] }) {
  const { t } = useTranslation('customers');
  const language = useLanguage();
  const [asTable, setAsTable] = useState(false);
  if (days === null) return <Banner kind="warning">{t('usage.unavailable')}</Banner>;
  const steps = days.map(({ day }) => ({
    short: formatNumericDay(language, day).slice(0, 5),
    full: formatNumericDay(language, day),
  }));
  const series: ChartSeries[] = [
    {
      id: 'events',
      label: t('column.events'),
      values: days.map(({ events }) => events),
      text: (value) => formatInteger(language, value),
      axis: (value) => formatCompact(language, value),
      isWhole: true,
      shape: 'area',
    },
  ];
  return (
    <section className={css.part} aria-labelledby="days">
      <div className={css.headed}>
        <h2 id="days" className={css.heading}>
          {t('usage.days')}
        </h2>
        <Button size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('usage.as_table')}
        </Button>
      </div>
      {asTable ? (
        <ChartTable label={t('usage.days')} first={t('usage.day')} steps={steps} series={series} />
      ) : (
        <Chart label={t('usage.days')} steps={steps} series={series} goesOn empty={t('usage.empty')} />
      )}
    </section>
  );
}
