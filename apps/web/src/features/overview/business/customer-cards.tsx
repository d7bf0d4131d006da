import type { Business, CustomerList } from '@poklik/contract/overview-business';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatInteger, formatMoney, formatPercent } from '../../../format/numbers.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { OverviewCard } from '../overview-card.tsx';
import type { OverviewPlace } from '../use-overview-place.ts';
import css from './customer-cards.module.css';

interface CardProps {
  business: Business;
  place: OverviewPlace;
}

const STEPS = ['signed_up', 'verified', 'with_campaign', 'with_clicks', 'with_conversion', 'paid'] as const;

/** How far the accounts of the period have come. */
export function Funnel({ business: { funnel }, place }: CardProps) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const all = funnel.signed_up;
  return (
    <OverviewCard title={t('business.funnel')}>
      <ol className={css.rows}>
        {STEPS.map((step) => {
          const count = funnel[step];
          const share = count === null || all === 0 ? null : count / all;
          return (
            <li key={step}>
              <Link className={css.row} to={place.toList(step)}>
                <span>{t(`list.${step}`)}</span>{' '}
                <span className={css.value}>
                  <b>{formatInteger(language, count)}</b>{' '}
                  <span className={css.note}>{formatPercent(language, share, 0)}</span>
                </span>
                <span className={css.bar} aria-hidden>
                  <span style={{ width: `${Math.round((share ?? 0) * 100)}%` }} />
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </OverviewCard>
  );
}

/** Paying customers who may leave, now. */
export function AtRisk({ business: { at_risk: risks, currency }, place }: CardProps) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  return (
    <OverviewCard title={t('business.at_risk')}>
      <ul className={css.rows}>
        {risks.map(({ risk, count, mrr }) => (
          <li key={risk}>
            <Link className={css.row} to={place.toList(risk satisfies CustomerList)}>
              <span>{t(`list.${risk}`)}</span>{' '}
              <span className={css.value}>
                <b>{formatInteger(language, count)}</b>{' '}
                <span className={css.note}>{formatMoney(language, mrr, currency)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={css.hint}>{t('business.at_risk_hint')}</p>
    </OverviewCard>
  );
}

export function TopCustomers({ business: { top_customers: top, currency }, place }: CardProps) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const localizedPath = useLocalizedPath();
  return (
    <OverviewCard
      title={t('business.top_customers')}
      actions={<Link to={place.toList('revenue')}>{t('business.all_customers')}</Link>}
    >
      {top.length === 0 ? (
        <p className={css.hint}>{t('business.no_revenue')}</p>
      ) : (
        <ol className={css.rows}>
          {top.map(({ user_id: id, email, name, net_revenue: amount }) => (
            <li key={id}>
              <Link
                className={css.row}
                to={`${localizedPath(paths.usersList)}?search=${encodeURIComponent(email)}`}
                title={email}
              >
                <span className={css.name}>{name || email}</span>{' '}
                <b className={css.value}>{formatMoney(language, amount, currency)}</b>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </OverviewCard>
  );
}
