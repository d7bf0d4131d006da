import type { CheckState, Service } from '@poklik/contract/overview-service';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDateTime, formatDay, formatShortDay, formatTime } from '../../../format/dates.ts';
import {
  formatCompact,
  formatDuration,
  formatInteger,
  formatMegabytes,
  formatPercent,
} from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Badge, type BadgeLook } from '../../../ui/badge.tsx';
import type { ChartSeries } from '../../../ui/chart/chart-series.ts';
import { MetricCard, MetricCards } from '../../../ui/metric-card.tsx';
import { ChartCard } from '../chart-card.tsx';
import { OverviewCard } from '../overview-card.tsx';
import css from '../overview-page.module.css';

/** What the processes do, and what the operator should look at. */
export function ServiceState({ service }: { service: Service }) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const megabytes = (role: 'main' | 'tracker') => {
    const bytes = service.memory.find((each) => each.role === role)?.bytes;
    return bytes === undefined ? '—' : formatMegabytes(language, bytes);
  };
  const total = service.memory.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <>
      <MetricCards label={t('service.title')}>
        <MetricCard
          label={t('service.redirects')}
          value={formatRate(language, service.redirects_per_second)}
          note={t('service.redirects_note')}
        />
        <MetricCard label={t('service.p99')} value={useMs()(service.p99_ms)} note={t('service.p99_note')} />
        <MetricCard
          label={t('service.memory')}
          value={total === 0 ? '—' : formatMegabytes(language, total)}
          note={t('service.memory_note', { main: megabytes('main'), tracker: megabytes('tracker') })}
        />
      </MetricCards>
      <ServiceChart service={service} />
      <Checks checks={service.checks} />
    </>
  );
}

const formatRate = (language: Parameters<typeof formatCompact>[0], rate: number | null): string =>
  formatCompact(language, rate);

function useMs() {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  return (ms: number | null): string => (ms === null ? '—' : t('service.ms', { value: formatCompact(language, ms) }));
}

const DAY_SECONDS = 86_400;

function ServiceChart({ service: { steps, step_seconds: step } }: { service: Service }) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const ms = useMs();
  const isOneDay = steps.length * step <= DAY_SECONDS;
  const rate = (value: number | null) => formatRate(language, value);
  const series: ChartSeries[] = [
    {
      ...{ id: 'redirects', label: t('service.redirects'), shape: 'area', isWhole: false, text: rate, axis: rate },
      values: steps.map(({ redirects_per_second: value }) => value),
    },
    {
      ...{ id: 'p99', label: t('service.chart_p99'), color: 2, isSecond: true, isWhole: false, text: ms, axis: ms },
      values: steps.map(({ p99_ms: value }) => value),
    },
  ];
  return (
    <ChartCard
      title={t('service.chart')}
      first={t('service.time')}
      steps={steps.map(({ at }) => ({
        short: isOneDay ? formatTime(language, new Date(at), timezone) : formatShortDay(language, new Date(at), 'UTC'),
        full: step < DAY_SECONDS ? formatDateTime(language, at, timezone) : formatDay(language, at, 'UTC'),
      }))}
      series={series}
      goesOn
      empty={t('business.no_data')}
    />
  );
}

const LOOKS: Record<CheckState, BadgeLook> = {
  ok: { kind: 'success', shape: 'check' },
  warning: { kind: 'warning', shape: 'alert' },
  danger: { kind: 'danger', shape: 'cross' },
  unknown: { kind: 'neutral', shape: 'ring' },
};

function Checks({ checks }: Pick<Service, 'checks'>) {
  const { t } = useTranslation('overview');
  return (
    <OverviewCard title={t('service.checks')}>
      <ul className={css.checks}>
        {checks.map((each) => (
          <li key={each.check} className={css.check}>
            <span className={css.checkName}>{t(`service.check.${each.check}`)}</span>{' '}
            <Badge {...LOOKS[each.state]}>{t(`service.state.${each.state}`)}</Badge>{' '}
            <div className={css.state}>
              <CheckValue {...each} />
            </div>
          </li>
        ))}
      </ul>
    </OverviewCard>
  );
}

function CheckValue({ check, value, count }: Service['checks'][number]) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  if (value === null) return t(`service.unknown.${check}`);
  const duration = formatDuration(language, Math.max(0, value));
  return t(`service.value.${check}`, {
    ...{
      duration,
      count: count ?? 0,
      number: formatInteger(language, value),
      share: formatPercent(language, value, 0),
    },
  });
}
