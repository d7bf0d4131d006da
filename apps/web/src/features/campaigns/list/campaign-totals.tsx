import type { CampaignFigures } from '@poklik/contract/campaigns';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { conversionRate, returnOnCost } from '@poklik/domain/campaigns/figures';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatExactTime, formatTime } from '../../../format/dates.ts';
import { formatDelta, formatInteger, formatMoney, formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FigureCard, FigureCards } from '../../../ui/figure-card.tsx';
import { toneOf } from './campaign-columns.tsx';
import css from './campaign-totals.module.css';

interface CampaignTotalsProps {
  /** Undefined while they are on their way, null while the statistics cannot be asked. */
  totals: CampaignFigures | null | undefined;
  /** How many campaigns were found, once that is known. */
  count: number | undefined;
  isFiltered: boolean;
  readAt: Date | null;
  onRefresh: () => void;
}

/** What all found campaigns did together in the last seven days, and when that was known. */
export function CampaignTotals({ totals, count, isFiltered, readAt, onRefresh }: CampaignTotalsProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const language = useLanguage();
  const { timezone, team } = useCurrentUser();

  if (totals === null) {
    return (
      <Banner
        kind="info"
        role="status"
        action={
          <Button size="sm" onClick={onRefresh}>
            {t('select:retry')}
          </Button>
        }
      >
        {t('list.statistics_away')}
      </Banner>
    );
  }

  const heading =
    count === undefined ? t('list.period') : t(isFiltered ? 'list.totals_found' : 'list.totals', { count });
  const figure = <T,>(show: (figures: CampaignFigures) => T) => (totals === undefined ? undefined : show(totals));
  const money = (amount: string | null) => formatMoney(language, amount, BASE_CURRENCY);
  const reason = (amount: string | null | undefined) => (amount === null ? t('list.other_currency') : undefined);
  return (
    <section className={css.totals} aria-labelledby="campaign-totals">
      <div className={css.line}>
        <h2 id="campaign-totals" className={css.heading}>
          {heading}
        </h2>
        {readAt && (
          <span className={css.time} title={formatExactTime(language, readAt.toISOString(), timezone)}>
            {t('list.read_at', { time: formatTime(language, readAt, timezone) })}
            <IconButton label={t('select:refresh')} className={css.refresh ?? ''} onClick={onRefresh}>
              <RefreshCw size={14} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      <FigureCards label={heading}>
        <FigureCard
          label={t('list.figures.clicks')}
          value={figure(({ clicks }) => formatInteger(language, clicks))}
          note={figure(({ unique_clicks: unique }) =>
            t('list.unique', { count: unique, formatted: formatInteger(language, unique) }),
          )}
        />
        <FigureCard
          label={t('list.figures.conversions')}
          value={figure(({ conversions }) => formatInteger(language, conversions))}
          note={figure((figures) => `CR ${formatPercent(language, conversionRate(figures))}`)}
        />
        {team.can_see_money && (
          <>
            <FigureCard
              label={t('list.figures.cost')}
              value={figure(({ cost }) => money(cost))}
              title={reason(totals?.cost)}
            />
            <FigureCard label={t('list.figures.revenue')} value={figure(({ revenue }) => money(revenue))} />
            <FigureCard
              label={t('list.figures.profit')}
              value={figure(({ profit }) => money(profit))}
              note={figure((figures) => `ROI ${formatDelta(language, returnOnCost(figures))}`)}
              tone={toneOf(totals?.profit ?? null)}
              title={reason(totals?.profit)}
            />
          </>
        )}
      </FigureCards>
    </section>
  );
}
