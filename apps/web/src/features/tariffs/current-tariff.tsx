import type { Billing } from '@poklik/contract/billing';
import type { Subscription } from '@poklik/contract/subscriptions';
import type { Tariff } from '@poklik/contract/tariffs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../format/dates.ts';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Meter } from '../../ui/meter.tsx';
import { CouponNote } from '../../widgets/billing/coupon-note.tsx';
import css from './current-tariff.module.css';

interface CurrentTariffProps {
  tariff: Tariff;
  subscription: Subscription;
  tariffs: readonly Tariff[];
  /** Only for users with access to billing. */
  billing?: Billing | undefined;
  children?: ReactNode;
}

/** The current plan, its usage, and the upcoming change. */
export function CurrentTariff({ tariff, subscription, tariffs, billing, children }: CurrentTariffProps) {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const day = (iso: string) => formatDay(language, iso, timezone);
  const next = tariffs.find(({ id }) => id === subscription.next?.tariff_id);
  const endText = () => {
    if (subscription.ends_at === null) return t('no_end');
    const date = day(subscription.ends_at);
    if (next) return t('then', { date, name: next.name[language] });
    if (!subscription.is_trial) return t('until', { date });
    // Only who may see money knows whether there is a card.
    return t(billing?.next_charge ? 'trial_then_charge' : billing ? 'trial_then_free' : 'trial_until', { date });
  };
  return (
    <section className={css.card} aria-labelledby="current-tariff">
      <div className={css.head}>
        <h2 id="current-tariff" className={css.heading}>
          {t('current', { name: tariff.name[language] })}
        </h2>
        <p className={css.until}>{endText()}</p>
      </div>
      {subscription.status === 'past_due' && subscription.grace_until && (
        <Banner kind="warning">{t('past_due', { date: day(subscription.grace_until) })}</Banner>
      )}
      {billing && (
        <p className={css.money}>
          {t('balance', { amount: formatMoney(language, billing.balance, billing.currency) })}
          {billing.next_charge &&
            ` · ${t('next_charge', {
              amount: formatMoney(language, billing.next_charge.amount, billing.currency),
              date: day(billing.next_charge.at),
            })}`}
        </p>
      )}
      {billing?.coupon && <CouponNote coupon={billing.coupon} currency={billing.currency} />}
      <Usage usage={subscription.usage} />
      {children}
    </section>
  );
}

function Usage({ usage }: { usage: Subscription['usage'] }) {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const { events } = usage;
  const words = (used: number | null, limit: number | null) =>
    limit === null
      ? t('used_unlimited', { used: formatInteger(language, used) })
      : t('used_of', { used: formatInteger(language, used), limit: formatInteger(language, limit) });
  const day = (iso: string) => formatDay(language, iso, timezone);

  const note = () => {
    if (events.used === null) return t('events_unknown');
    if (events.limit !== null && events.used >= events.limit) return t('events_over', { date: day(events.resets_at) });
    if (events.exhausted_at) return t('forecast', { date: day(events.exhausted_at) });
    return t('resets', { date: day(events.resets_at) });
  };

  return (
    <div className={css.meters}>
      <Meter label={t('usage.events')} {...events} value={words(events.used, events.limit)} note={note()} />
      {(['campaigns', 'seats', 'blacklist'] as const).map((name) => (
        <Meter
          key={name}
          label={t(`usage.${name}`)}
          {...usage[name]}
          canFill
          value={words(usage[name].used, usage[name].limit)}
        />
      ))}
    </div>
  );
}
