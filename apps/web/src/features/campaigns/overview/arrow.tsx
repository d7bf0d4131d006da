import type { Metrics } from '@poklik/contract/statistics';
import { profitTone } from '@poklik/domain/statistics/cost-state';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../../api/current-user.ts';
import { boundText } from '../../../format/bounds.ts';
import { formatInteger, formatMoney, formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import css from './path-card.module.css';

const CURRENCY = 'USD';

interface ArrowProps {
  /** Undefined without traffic. */
  metrics: Metrics | undefined;
  /** Share of the clicks that reached the previous step. */
  share: number | null;
  /** The report of these clicks. */
  to: string;
  /** Where the arrow leads. */
  target: string;
}

/** An arrow of the path with its metrics, which open the report behind them. */
export function Arrow({ metrics, share, to, target }: ArrowProps) {
  const { t } = useTranslation(['campaign_home', 'statistics']);
  const language = useLanguage();
  const seesMoney = useCurrentUser().team.can_see_money;
  return (
    <Link
      className={css.arrow}
      to={to}
      aria-label={t('path.report_of', { name: target })}
      data-idle={!metrics || undefined}
    >
      <span className={css.clicks}>
        {metrics
          ? t('path.clicks', { count: metrics.clicks, formatted: formatInteger(language, metrics.clicks) })
          : t('path.no_clicks')}
        {share !== null && metrics && ` · ${formatPercent(language, share, 0)}`}
      </span>
      {metrics && (
        <span className={css.results}>
          <span>
            {t('statistics:metric.cr')} {formatPercent(language, metrics.cr)}
          </span>
          {seesMoney && (
            <span
              data-tone={profitTone(metrics.profit ?? metrics.revenue, metrics)}
              title={t(metrics.profit === null ? 'statistics:metric.revenue' : 'statistics:metric.profit')}
            >
              {metrics.profit === null
                ? formatMoney(language, metrics.revenue, CURRENCY)
                : boundText('profit', metrics) + formatMoney(language, metrics.profit, CURRENCY)}
            </span>
          )}
        </span>
      )}
      <span className={css.line} aria-hidden />
    </Link>
  );
}
