import type { PlanFeature } from '@poklik/contract/plan-features';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import type { Tariff } from '@poklik/contract/tariffs';
import { FEATURE_NAMES } from '@poklik/domain/tariffs/feature-names';
import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import css from './tariff-card.module.css';

interface TariffCardProps {
  tariff: Tariff;
  period: BillingPeriod;
  /** The limits that differ from this plan are highlighted. */
  current?: Tariff | undefined;
  isCurrent?: boolean;
  /** Those in which the plans differ. */
  features: readonly PlanFeature[];
  badges?: ReactNode;
  actions?: ReactNode;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The same order on every card makes the rows comparable. */
const LIMITS = [
  'events_limit',
  'campaigns_limit',
  'seats_limit',
  'retention_days',
  'api_per_minute',
  'blacklist_limit',
  'domains_limit',
] as const;

export function TariffCard({ tariff, period, current, isCurrent = false, features, badges, actions }: TariffCardProps) {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const heading = useId();
  const shown = tariff.prices[period] === null ? tariff.period : period;
  const price = tariff.prices[shown] ?? tariff.price;
  const isFree = Number(price) === 0;
  return (
    <section className={css.card} data-current={isCurrent || undefined} aria-labelledby={heading}>
      <div className={css.head}>
        <h3 id={heading} className={css.name}>
          {tariff.name[language]}
        </h3>
        {badges}
      </div>
      <p className={css.description}>{tariff.description[language]}</p>
      <p className={css.price}>
        <span className={css.amount}>
          {formatMoney(language, price, tariff.currency, Number(price) % 1 === 0 ? 0 : 2)}
        </span>
        {!isFree && <span className={css.per}>{t(`per.${shown}`)}</span>}
      </p>
      {tariff.trial_days > 0 && (
        <p className={css.trial}>
          {t(tariff.trial_needs_card ? 'trial_with_card' : 'trial', { count: tariff.trial_days })}
        </p>
      )}
      <dl className={css.limits}>
        {LIMITS.map((name) => (
          <div key={name} className={css.limit} data-differs={(current && current[name] !== tariff[name]) || undefined}>
            <dt>{t(`limit.${name}`)}</dt>
            <dd>{tariff[name] === null ? t('unlimited') : formatInteger(language, tariff[name])}</dd>
          </div>
        ))}
      </dl>
      {tariff.overage_price !== null && tariff.events_limit !== null && (
        <p className={css.description}>
          {t('overage', { price: formatMoney(language, tariff.overage_price, tariff.currency) })}
        </p>
      )}
      <ul className={css.features}>
        {features.map((feature) => {
          const isIncluded = tariff.feature_keys.includes(feature);
          return (
            <li key={feature} data-missing={!isIncluded || undefined}>
              {isIncluded ? <Check {...icon} /> : <Minus {...icon} />}
              <span>
                {FEATURE_NAMES[feature][language]}
                {!isIncluded && <span className={css.unseen}> — {t('not_included')}</span>}
              </span>
            </li>
          );
        })}
        {tariff.highlights[language].map((highlight) => (
          <li key={highlight}>
            <Check {...icon} />
            <span>{highlight}</span>
          </li>
        ))}
      </ul>
      {actions && <div className={css.actions}>{actions}</div>}
    </section>
  );
}
