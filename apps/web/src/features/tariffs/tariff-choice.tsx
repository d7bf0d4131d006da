import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import type { Subscription } from '@poklik/contract/subscriptions';
import type { Tariff } from '@poklik/contract/tariffs';
import { projectedUsage } from '@poklik/domain/tariffs/quota';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { useBilling } from '../../widgets/billing/billing.queries.ts';
import { useSubscription } from '../../widgets/billing/subscription.queries.ts';
import { useTariffs } from '../../widgets/billing/tariffs.queries.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { CurrentTariff } from './current-tariff.tsx';
import { differingFeatures } from './differing-features.ts';
import { KeepTariff } from './keep-tariff.tsx';
import { TariffCard } from './tariff-card.tsx';
import css from './tariff-choice.module.css';

/** The account's plan, with the other plans side by side. */
export function TariffChoice() {
  const { t } = useTranslation('tariffs');
  const tariffs = useTariffs();
  const subscription = useSubscription();
  const language = useLanguage();
  const user = useCurrentUser();
  const hasPayPermission = hasPermission(user, 'billing:pay');
  const billing = useBilling(hasPayPermission);
  const [chosen, setChosen] = useState<Tariff | null>(null);
  const [period, setPeriod] = usePeriod(subscription.data?.period);
  const failed = [tariffs, subscription].find(({ error }) => error !== null);
  if (failed?.error && !failed.data) return <ErrorCard message={failed.error.message} onRetry={failed.refetch} />;

  const own = subscription.data;
  const current = tariffs.data?.find(({ id }) => id === own?.tariff_id);
  const recommended = current && recommendedFor(tariffs.data ?? [], current, own?.usage.events.used ?? null);
  return (
    <Delayed waiting={!tariffs.data || !own || !current} loader={<PageLoader />}>
      {tariffs.data && own && current && (
        <>
          <CurrentTariff tariff={current} subscription={own} tariffs={tariffs.data} billing={billing.data}>
            {hasPayPermission && own.next && <KeepTariff tariff={current} />}
          </CurrentTariff>
          <div className={css.bar}>
            <h2 className={css.heading}>{t('all')}</h2>
            <Segmented
              label={t('period')}
              value={period}
              onChange={setPeriod}
              options={[
                { value: 'month', label: t('month') },
                { value: 'year', label: t(hasOwnYearPrices(tariffs.data) ? 'year_plain' : 'year') },
              ]}
            />
          </div>
          <div className={css.cards}>
            {tariffs.data.map((tariff) => (
              <TariffCard
                key={tariff.id}
                tariff={tariff}
                period={period}
                current={current}
                isCurrent={tariff.id === current.id}
                features={differingFeatures(tariffs.data)}
                badges={
                  <TariffBadge isCurrent={tariff.id === current.id} isRecommended={tariff.id === recommended?.id} />
                }
                actions={
                  hasPayPermission && canChoose(tariff, current, own, period) ? (
                    <Button
                      wide
                      variant={tariff.id === recommended?.id ? 'primary' : 'secondary'}
                      onClick={() => setChosen(tariff)}
                    >
                      {t('choose', { name: tariff.name[language] })}
                    </Button>
                  ) : undefined
                }
              />
            ))}
          </div>
          {billing.data?.provider === null && <p className={css.note}>{t('cards_off')}</p>}
          <p className={css.note}>{t('never_stops')}</p>
          {!hasPayPermission && <p className={css.note}>{t('ask_owner')}</p>}
          {chosen && (
            <ChangeDialog
              tariff={chosen}
              tariffs={tariffs.data}
              period={chosen.prices[period] === null ? chosen.period : period}
              canPay={billing.data?.can_pay ?? false}
              providers={billing.data?.providers ?? []}
              onClose={() => setChosen(null)}
            />
          )}
        </>
      )}
    </Delayed>
  );
}

function TariffBadge({ isCurrent, isRecommended }: { isCurrent: boolean; isRecommended: boolean }) {
  const { t } = useTranslation('tariffs');
  if (isCurrent)
    return (
      <Badge kind="accent" shape="check">
        {t('is_current')}
      </Badge>
    );
  return (
    isRecommended && (
      <Badge kind="info" shape="dot">
        {t('recommended')}
      </Badge>
    )
  );
}

/** Any other plan, another billing period of the current one, or the current one if it is past due. */
function canChoose(tariff: Tariff, current: Tariff, own: Subscription, period: BillingPeriod): boolean {
  if (tariff.is_archived || tariff.id === own.next?.tariff_id) return false;
  if (tariff.id !== current.id) return true;
  if (Number(tariff.price) === 0) return false;
  if (own.is_trial) return true;
  return own.status === 'past_due' || (own.ends_at !== null && period !== own.period && tariff.prices[period] !== null);
}

/** Otherwise a year costs ten months of every plan. */
const hasOwnYearPrices = (tariffs: readonly Tariff[]): boolean => tariffs.some(({ price_year: year }) => year !== null);

/** The period is in the URL, so a shared link shows the same prices. */
function usePeriod(own: BillingPeriod | undefined): [BillingPeriod, (period: BillingPeriod) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('period');
  const period = asked === 'year' || asked === 'month' ? asked : (own ?? 'month');
  return [period, (next) => setSearch({ period: next }, { replace: true })];
}

/** The cheapest plan that fits this month's projected traffic; none if the current plan is large enough. */
function recommendedFor(tariffs: readonly Tariff[], current: Tariff, used: number | null): Tariff | undefined {
  if (!used) return undefined;
  const expected = projectedUsage(used, new Date());
  const fits = ({ events_limit: limit }: Tariff) => limit === null || limit >= expected;
  if (fits(current)) return undefined;
  return tariffs
    .filter((tariff) => !tariff.is_archived && fits(tariff) && Number(tariff.price) > Number(current.price))
    .toSorted((one, other) => Number(one.price) - Number(other.price))[0];
}
