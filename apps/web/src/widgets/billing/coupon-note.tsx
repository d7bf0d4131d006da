import type { ActiveCoupon } from '@poklik/contract/coupon-terms';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatPercent } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import css from './billing.module.css';

/** The discount on the next invoices. */
export function CouponNote({ coupon, currency }: { coupon: ActiveCoupon; currency: string }) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const { code, percent, amount, invoices_left: left } = coupon;
  const discount =
    percent === null ? formatMoney(language, amount, currency) : formatPercent(language, percent / 100, 0);
  return (
    <p className={css.coupon}>
      {left === null
        ? t('billing.coupon_forever', { code, discount })
        : t('billing.coupon_left', { code, discount, count: left })}
    </p>
  );
}
