import type { Overview } from '@poklik/contract/overview';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../../format/numbers.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { MetricCard, MetricCards } from '../../../ui/metric-card.tsx';
import { type useOverview, useService } from '../overview.queries.ts';
import { Block } from '../overview-card.tsx';
import css from '../overview-page.module.css';
import type { OverviewPlace } from '../use-overview-place.ts';
import { DataHealthCard, DataHealthChecks } from './data-health.tsx';
import { ServiceState } from './service-state.tsx';

/** What the service does today, and whether its data is sound. */
export function ServiceBlock({ overview, place }: { overview: ReturnType<typeof useOverview>; place: OverviewPlace }) {
  const { t } = useTranslation('overview');
  return (
    <>
      <Block title={t('service.title')} query={useService(place.days)} height={560}>
        {(service) => <ServiceState service={service} />}
      </Block>
      <Block title={t('service.today')} query={overview} height={240}>
        {(data) => (
          <>
            <Today data={data} />
            <DataHealthChecks health={data.data_health} />
          </>
        )}
      </Block>
    </>
  );
}

function Today({ data }: { data: Overview }) {
  const { t } = useTranslation('campaigns');
  const localizedPath = useLocalizedPath();
  const language = useLanguage();
  const integer = (value: number | null) => formatInteger(language, value);
  return (
    <div className={css.figures}>
      <MetricCards label={t('overview.title')}>
        <MetricCard
          label={t('overview.customers')}
          value={integer(data.customers)}
          note={t('overview.customers_note')}
          to={localizedPath(paths.usersList)}
        />
        <MetricCard
          label={t('overview.active_campaigns')}
          value={integer(data.active_campaigns)}
          note={t('overview.active_campaigns_note')}
          to={localizedPath(paths.usersList)}
        />
        <MetricCard
          label={t('overview.clicks_today')}
          value={integer(data.clicks_today)}
          note={t(data.clicks_today === null ? 'overview.clicks_unknown' : 'overview.clicks_today_note')}
          to={localizedPath(paths.usersList)}
        />
        <MetricCard
          label={t('overview.events_today')}
          value={integer(data.events_today)}
          note={t(data.events_today === null ? 'overview.clicks_unknown' : 'overview.events_today_note')}
          to={localizedPath(paths.tariffs)}
        />
        <DataHealthCard health={data.data_health} />
      </MetricCards>
    </div>
  );
}
