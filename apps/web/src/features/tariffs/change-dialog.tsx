import type { Billing, TariffQuote } from '@poklik/contract/billing';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import type { Tariff } from '@poklik/contract/tariffs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { goToCheckout, newKey } from '../../widgets/billing/billing.queries.ts';
import css from './change-dialog.module.css';
import { CouponField } from './coupons/coupon-field.tsx';
import { PaymentChoice, usePaymentChoice } from './payment-choice.tsx';
import { QuoteLines } from './quote-lines.tsx';
import { usePayTariff, useQuote } from './tariffs.queries.ts';

interface ChangeDialogProps {
  tariff: Tariff;
  tariffs: readonly Tariff[];
  period: BillingPeriod;
  /** Whether the email is verified. */
  canPay: boolean;
  /** Without one, only the balance can pay. */
  providers: Billing['providers'];
  onClose: () => void;
}

/** Itemized quote of a plan change, shown before confirmation. */
export function ChangeDialog({ period, ...rest }: ChangeDialogProps) {
  const { tariff, onClose } = rest;
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const quote = useQuote(tariff.id, period);
  const [discounted, setDiscounted] = useState<TariffQuote | null>(null);
  return (
    <Modal opened onClose={onClose} title={t('change.title', { name: tariff.name[language] })}>
      {quote.error && !quote.data ? (
        <ErrorCard message={quote.error.message} onRetry={quote.refetch} />
      ) : (
        <Delayed waiting={!quote.data} loader={<PageLoader />}>
          {quote.data && <ConfirmChange quote={discounted ?? quote.data} onDiscount={setDiscounted} {...rest} />}
        </Delayed>
      )}
    </Modal>
  );
}

interface ConfirmChangeProps extends Omit<ChangeDialogProps, 'period'> {
  /** With the coupon that was entered, if any. */
  quote: TariffQuote;
  onDiscount: (quote: TariffQuote) => void;
}

function ConfirmChange({ quote, onDiscount, tariff, tariffs, canPay, providers, onClose }: ConfirmChangeProps) {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const pay = usePayTariff();
  const [key] = useState(newKey);
  const isFree = Number(quote.total) === 0;
  const choice = usePaymentChoice(quote, isFree ? [] : providers);
  const { method, provider, save } = choice;
  const money = (amount: string) => formatMoney(language, amount, quote.currency);
  const [coupon, setCoupon] = useState<string | null>(null);
  const isLater = quote.kind === 'downgrade';

  const agree = async () => {
    const order = { id: tariff.id, period: quote.period, method, provider, save, coupon };
    const { data } = await pay.mutateAsync({ ...order, key: `${key}-${provider ?? method}-${save}-${coupon ?? ''}` });
    if (data.payment_url) return goToCheckout(data.payment_url);
    toast(t(data.status === 'scheduled' ? 'change.scheduled' : 'change.done', { name: tariff.name[language] }));
    onClose();
  };

  const label = () => {
    if (isLater) return t('change.confirm_later');
    if (isFree) return t('change.confirm_free');
    return t('change.pay', { amount: money(quote.total) });
  };

  return (
    <div className={css.content}>
      <p className={css.when}>
        {t(`change.kind.${quote.kind}`, { date: formatDay(language, quote.effective_at, timezone) })}
      </p>
      {quote.lines.length > 0 && <QuoteLines quote={quote} tariffs={tariffs} />}
      {TAKES_COUPON.has(quote.kind) && coupon === null && (
        <CouponField
          tariffId={tariff.id}
          period={quote.period}
          onAccepted={(code, withDiscount) => {
            setCoupon(code);
            onDiscount(withDiscount);
          }}
        />
      )}
      <Hints quote={quote} coupon={coupon} />
      {!isLater && !isFree && <PaymentChoice quote={quote} choice={choice} />}
      {!canPay && <Banner kind="warning">{t('change.verify_first')}</Banner>}
      {pay.error && (
        <Banner kind="danger" role="alert">
          {pay.error.message}
        </Banner>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('editor.cancel')}</Button>
        <Button
          variant="primary"
          loading={pay.isPending}
          disabled={!canPay || quote.needs_card || (method === 'balance' && Number(quote.missing) > 0)}
          onClick={() => void agree().catch(() => undefined)}
        >
          {label()}
        </Button>
      </DialogActions>
    </div>
  );
}

/** There is nothing to discount in the other changes. */
const TAKES_COUPON: ReadonlySet<TariffQuote['kind']> = new Set(['start', 'upgrade', 'settle', 'trial']);

/** What the customer should know before agreeing. */
function Hints({ quote, coupon }: { quote: TariffQuote; coupon: string | null }) {
  const { t } = useTranslation('tariffs');
  return (
    <>
      {coupon !== null && quote.kind === 'trial' && (
        <Banner kind="info">{t('change.coupon_waits', { code: coupon })}</Banner>
      )}
      {quote.needs_card && <CardHint />}
      {quote.needs_country && Number(quote.total) > 0 && <CountryHint />}
      {quote.over_limit.map(({ what, used, limit }) => (
        <Banner key={what} kind="warning">
          {t('change.over_limit', { what: t(`usage.${what}`), used, limit })}
        </Banner>
      ))}
    </>
  );
}

function CardHint() {
  const { t } = useTranslation('tariffs');
  const localizedPath = useLocalizedPath();
  return (
    <Banner kind="warning">
      {t('change.needs_card')} <Link to={localizedPath('/profile?tab=billing')}>{t('change.add_card')}</Link>
    </Banner>
  );
}

/** Paying is possible without it: then the tax is that of the seller's country. */
function CountryHint() {
  const { t } = useTranslation('tariffs');
  const localizedPath = useLocalizedPath();
  return (
    <Banner kind="info">
      {t('change.needs_country')} <Link to={localizedPath('/profile?tab=billing')}>{t('change.billing_details')}</Link>
    </Banner>
  );
}
