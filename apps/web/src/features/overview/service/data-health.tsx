import type { Overview } from '@poklik/contract/overview';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { MetricCard } from '../../../ui/metric-card.tsx';
import css from '../overview-page.module.css';

type Health = Overview['data_health'];

const PLACE = 'data-health';

const isHealthy = ({ statistics, figures, ledger }: Health): boolean =>
  statistics === 'ok' && !['differs', 'incomplete'].includes(figures.status) && ledger.status !== 'differs';

/** Unchecked data is not called healthy. */
const isChecked = ({ figures, ledger }: Health): boolean => figures.status !== 'unknown' && ledger.status !== 'unknown';

const overallStatus = (health: Health) =>
  !isHealthy(health) ? 'unsound' : isChecked(health) ? 'sound' : 'status.unknown';

/** Overall status, linking to the checks. */
export function DataHealthCard({ health }: { health: Health | undefined }) {
  const { t } = useTranslation('campaigns');
  return (
    <MetricCard
      label={t('overview.data_health')}
      value={health && t(`overview.health.${overallStatus(health)}`)}
      tone={health && !isHealthy(health) ? 'negative' : undefined}
      note={t('overview.health.note')}
      to={`#${PLACE}`}
    />
  );
}

const BADGES = {
  ok: { kind: 'success', shape: 'check' },
  differs: { kind: 'danger', shape: 'cross' },
  incomplete: { kind: 'warning', shape: 'cross' },
  down: { kind: 'danger', shape: 'cross' },
  unknown: { kind: 'neutral', shape: 'ring' },
} as const;

/** Each check with its result and time. */
export function DataHealthChecks({ health }: { health: Health | undefined }) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const date = (moment: string | null) => moment && formatDateTime(language, moment, timezone);
  return (
    <section id={PLACE} className={css.health} aria-labelledby="data-health-title">
      <h2 id="data-health-title" className={css.heading}>
        {t('overview.data_health')}
      </h2>
      {health && (
        <ul className={css.checks}>
          <Check name={t('overview.health.analytics.name')} status={health.statistics}>
            {t(`overview.health.analytics.${health.statistics}`)}
            {health.reason && <pre className={css.reason}>{health.reason}</pre>}
          </Check>
          <Check name={t('overview.health.comparison.name')} status={health.figures.status}>
            {t(`overview.health.comparison.${health.figures.status}`, {
              date: date(
                health.figures.status === 'incomplete' ? health.figures.complete_from : health.figures.checked_at,
              ),
            })}
          </Check>
          <Check name={t('overview.health.ledger.name')} status={health.ledger.status}>
            {t(`overview.health.ledger.${health.ledger.status}`, {
              date: date(health.ledger.checked_at),
              count: health.ledger.findings,
            })}
          </Check>
        </ul>
      )}
    </section>
  );
}

function Check({ name, status, children }: { name: string; status: keyof typeof BADGES; children: ReactNode }) {
  const { t } = useTranslation('campaigns');
  return (
    <li className={css.check}>
      <span className={css.checkName}>{name}</span>
      <Badge {...BADGES[status]}>{t(`overview.health.status.${status}`)}</Badge>
      <div className={css.state}>{children}</div>
    </li>
  );
}
