import type { Coupon } from '@poklik/contract/coupons';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';

/** What a coupon takes off and how often, in words. */
export function useCouponText() {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  return {
    discountOf: ({ percent, amount, currency }: Pick<Coupon, 'percent' | 'amount' | 'currency'>): string =>
      `−${percent === null ? formatMoney(language, amount, currency) : formatPercent(language, percent / 100, 0)}`,
    durationOf: ({ duration, periods }: Pick<Coupon, 'duration' | 'periods'>): string =>
      duration === 'periods' ? t('coupons.for', { count: periods ?? 0 }) : t(`coupons.durations.${duration}`),
  };
}
