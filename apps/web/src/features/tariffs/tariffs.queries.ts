import { billingApi } from '@poklik/contract/billing';
import { couponsApi } from '@poklik/contract/coupons';
import { CHARGE_CONSENT_VERSION, type Provider } from '@poklik/contract/payment-methods';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { type Tariff, tariffsApi } from '@poklik/contract/tariffs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useMoneyWrite } from '../../widgets/billing/billing.queries.ts';
import { TARIFFS } from '../../widgets/billing/tariffs.queries.ts';

type TariffBody = Parameters<typeof call<typeof tariffsApi.update>>[1]['body'];

/** Creates a plan, or updates the one with the given id. */
export function useSaveTariff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: TariffBody }) =>
      id === null ? call(tariffsApi.create, { body }) : call(tariffsApi.update, { params: { id: String(id) }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: TARIFFS }),
  });
}

export function useArchiveTariff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Tariff) => call(tariffsApi.remove, { params: { id: String(id) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: TARIFFS }),
  });
}

/** Not cached, because the unused part of the current plan loses value every second. */
export const useQuote = (id: number, period: BillingPeriod) =>
  useQuery({
    queryKey: ['billing', 'quote', id, period],
    queryFn: ({ signal }) => call(billingApi.quote, { params: { id: String(id) }, query: { period } }, { signal }),
    select: ({ data }) => data,
    gcTime: 0,
  });

export const useCheckCoupon = () =>
  useMutation({
    mutationFn: ({ id, period, coupon }: { id: number; period: BillingPeriod; coupon: string }) =>
      call(couponsApi.check, { body: { coupon, tariff_id: id, period } }),
  });

interface TariffOrder {
  id: number;
  period: BillingPeriod;
  method: 'balance' | 'provider';
  provider: Provider | undefined;
  /** Whether the card is charged at renewal too. */
  save: boolean;
  /** A code that was just entered. */
  coupon: string | null;
  key: string;
}

export const usePayTariff = () =>
  useMoneyWrite(({ id, period, method, provider, save, coupon, key }: TariffOrder) =>
    call(
      billingApi.pay,
      {
        params: { id: String(id) },
        body: {
          period,
          method,
          provider,
          ...(save ? { save: CHARGE_CONSENT_VERSION } : {}),
          ...(coupon ? { coupon } : {}),
        },
      },
      { idempotencyKey: key },
    ),
  );

export const useCancelScheduledChange = () => useMoneyWrite(() => call(billingApi.keep));
