import { CHARGE_CONSENT_VERSION, type Provider, paymentMethodsApi } from '@poklik/contract/payment-methods';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useMoneyWrite } from './billing.queries.ts';

/** Only after the customer ticked the box: the version of its text is stored. */
export const useAddMethod = () =>
  useMutation({
    mutationFn: (provider: Provider | undefined) =>
      call(paymentMethodsApi.add, { body: { consent: CHARGE_CONSENT_VERSION, provider } }),
  });

export const useMakeMethodFirst = () =>
  useMoneyWrite((id: number) => call(paymentMethodsApi.makeFirst, { params: { id: String(id) } }));

export const useRemoveMethod = () =>
  useMoneyWrite((id: number) => call(paymentMethodsApi.remove, { params: { id: String(id) } }));
