import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { CouponsList } from './coupons/coupons-list.tsx';
import { OperatorTariffs } from './operator-tariffs.tsx';
import { PaymentResult } from './payment-result.tsx';
import { TariffChoice } from './tariff-choice.tsx';
import { TariffViews } from './tariff-views.tsx';

/** Customers choose a plan; the operator manages the list. */
export function TariffsPage() {
  const { t } = useTranslation('tariffs');
  const isCoupons = new URLSearchParams(useLocation().search).get('tab') === 'coupons';
  if (hasPermission(useCurrentUser(), 'tariffs:write'))
    return isCoupons ? <CouponsList above={<TariffViews chosen="coupons" />} /> : <OperatorTariffs />;
  return (
    <>
      <PageHeader title={t('title')} />
      <TariffChoice />
    </>
  );
}

/** The checkout redirects here after a payment. */
export function SuccessfulPaymentPage() {
  return (
    <>
      <TariffsPage />
      <PaymentResult outcome="success" />
    </>
  );
}

export function FailedPaymentPage() {
  return (
    <>
      <TariffsPage />
      <PaymentResult outcome="failed" />
    </>
  );
}
