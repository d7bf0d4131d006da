import { BASE_CURRENCY } from '@poklik/contract/money';
import type { Metrics, StatisticsRow } from '@poklik/contract/statistics';
import { profitTone } from '@poklik/domain/statistics/cost-state';
import { ArrowUpRight, TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { boundText } from '../../../../format/bounds.ts';
import { formatInteger, formatMoney, formatPercent } from '../../../../format/numbers.ts';
import { paths } from '../../../../i18n/paths.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { useLocalizedPath } from '../../../../i18n/use-localized-path.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { CampaignChanges } from '../changes/use-campaign-changes.ts';
import css from './phone-home.module.css';
import { SHOWN, useCampaignsById, useToday } from './phone-home.queries.ts';
import { ProfitRow } from './profit-row.tsx';

interface PhoneHomeProps {
  changes: CampaignChanges;
  canWrite: boolean;
}

/** Today on a phone: the totals, and the campaigns that lose and earn most, with pause in reach of a thumb. */
export function PhoneHome({ changes, canWrite }: PhoneHomeProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const localizedPath = useLocalizedPath();
  const { data, error, refetch } = useToday();
  return (
    <section className={css.home} aria-labelledby="today">
      <header className={css.header}>
        <h2 id="today" className={css.title}>
          {t('phone.today')}
        </h2>
        <Link className={css.report} to={localizedPath(`${paths.statistics}?period=today`)}>
          {t('phone.report')}
          <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden />
        </Link>
      </header>
      {error && !data ? (
        <Banner
          kind="info"
          role="status"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {t('select:retry')}
            </Button>
          }
        >
          {t('list.statistics_away')}
        </Banner>
      ) : (
        <>
          <Totals now={data?.summary} before={data?.previous ?? null} />
          {data && <Ranking lowest={data.lowest} highest={data.highest} changes={changes} canWrite={canWrite} />}
        </>
      )}
    </section>
  );
}

interface TotalsProps {
  now: Metrics | undefined;
  before: Metrics | null;
}

function Totals({ now, before }: TotalsProps) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { can_see_money: seesMoney } = useCurrentUser().team;
  const money = (metric: 'profit' | 'cost', metrics: Metrics) =>
    boundText(metric, metrics) + formatMoney(language, metrics[metric], BASE_CURRENCY);
  const cells = seesMoney
    ? [
        {
          label: t('list.metrics.profit'),
          value: now && money('profit', now),
          tone: now && profitTone(now.profit, now),
        },
        { label: t('list.metrics.cost'), value: now && money('cost', now) },
        { label: 'ROI', value: now && boundText('roi', now) + formatPercent(language, now.roi, 1) },
      ]
    : [
        { label: t('list.metrics.clicks'), value: now && formatInteger(language, now.clicks) },
        { label: t('list.metrics.conversions'), value: now && formatInteger(language, now.conversions) },
        { label: 'CR', value: now && formatPercent(language, now.cr) },
      ];
  const notes = [
    ...(now?.clicks === 0 ? [t('phone.no_clicks')] : []),
    ...(seesMoney && before ? [t('phone.yesterday', { amount: money('profit', before) })] : []),
    ...(seesMoney && now && Number(now.revenue_on_hold) > 0
      ? [t('list.on_hold', { amount: formatMoney(language, now.revenue_on_hold, BASE_CURRENCY) })]
      : []),
  ];
  return (
    <div className={css.totals} aria-busy={!now || undefined}>
      <dl className={css.cells}>
        {cells.map(({ label, value, ...cell }) => (
          <div key={label} className={css.cell}>
            <dt className={css.label}>{label}</dt>
            <dd className={css.value} data-tone={'tone' in cell ? cell.tone : undefined}>
              {value ?? <span className={css.bone} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className={css.note}>{notes.join(' · ')}</p>
    </div>
  );
}

interface RankingProps extends PhoneHomeProps {
  lowest: readonly StatisticsRow[];
  highest: readonly StatisticsRow[];
}

/** Only certain losses and profits: an unknown cost makes neither. */
function Ranking({ lowest, highest, changes, canWrite }: RankingProps) {
  const { t } = useTranslation('campaigns');
  const { can_see_money: seesMoney } = useCurrentUser().team;
  const certain = (rows: readonly StatisticsRow[], tone: 'positive' | 'negative') =>
    rows.filter((row) => profitTone(row.profit, row) === tone);
  const losing = certain(lowest, 'negative');
  const earning = certain(highest, 'positive');
  const groups = [
    { id: 'losing', Icon: TrendingDown, rows: losing.slice(0, Math.max(SHOWN / 2, SHOWN - earning.length)) },
    { id: 'earning', Icon: TrendingUp, rows: earning.slice(0, Math.max(SHOWN / 2, SHOWN - losing.length)) },
  ] as const;
  const campaigns = useCampaignsById(groups.flatMap(({ rows }) => rows.map(idOf)));
  if (!seesMoney) return null;
  return groups.map(
    ({ id, Icon, rows }) =>
      rows.length > 0 && (
        <section key={id} aria-labelledby={`today-${id}`}>
          <h3 id={`today-${id}`} className={css.kind}>
            {t(`phone.${id}`)}
          </h3>
          <ul className={css.rows} data-kind={id}>
            {rows.map((row) => (
              <ProfitRow
                key={idOf(row)}
                Icon={Icon}
                row={row}
                id={idOf(row)}
                campaign={campaigns.get(idOf(row))}
                changes={changes}
                canWrite={canWrite}
              />
            ))}
          </ul>
        </section>
      ),
  );
}

const idOf = ({ keys: [key = ''] }: StatisticsRow): number => Number(key);
