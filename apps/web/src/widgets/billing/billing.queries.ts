import { type Billing, billingApi, type NewBillingDetails, type Refund } from '@poklik/contract/billing';
import { type Invoice, invoicesApi } from '@poklik/contract/invoices';
import type { Provider } from '@poklik/contract/payment-methods';
import { keepPreviousData, type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { download } from '../../api/download.ts';

/** Queries that a payment may affect. */
const MONEY = ['billing', 'subscription', 'tariffs', 'transactions', 'notifications', 'users'];
const isMoney = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  MONEY.includes(String(queryKey[0])) && queryKey[1] !== 'last payment';

export const useBilling = (enabled = true) =>
  useQuery({
    queryKey: ['billing', 'now'],
    queryFn: ({ signal }) => call(billingApi.get, {}, { signal }),
    select: ({ data }) => data,
    enabled,
  });

const CONFIRMATION_MS = 2_000;

/** Polls until the provider has confirmed the payment, then reloads everything that it affects. */
export function useLastPayment(enabled: boolean): Billing['last_payment'] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['billing', 'last payment'],
    queryFn: async ({ signal }) => {
      const payment = (await call(billingApi.get, {}, { signal })).data.last_payment;
      if (payment?.status === 'paid') await client.invalidateQueries({ predicate: isMoney });
      return payment;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? CONFIRMATION_MS : false),
    gcTime: 0,
    enabled,
  });
  return data ?? null;
}

type InvoiceQuery = NonNullable<Parameters<typeof call<typeof invoicesApi.list>>[1]>['query'];

export const useInvoices = (query: InvoiceQuery) =>
  useQuery({
    queryKey: ['billing', 'invoices', query],
    queryFn: ({ signal }) => call(invoicesApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export const useBillingDetails = () =>
  useQuery({
    queryKey: ['billing', 'details'],
    queryFn: ({ signal }) => call(billingApi.details, {}, { signal }),
    select: ({ data }) => data,
  });

export function useMoneyWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => client.invalidateQueries({ predicate: isMoney }),
  });
}

export const useSaveDetails = () => useMoneyWrite((body: NewBillingDetails) => call(billingApi.saveDetails, { body }));

/** Idempotency key: one click is one order, even if the request is repeated. */
export const newKey = (): string => crypto.randomUUID();

export const useDeposit = () =>
  useMoneyWrite(({ key, ...body }: { amount: string; provider: Provider | undefined; key: string }) =>
    call(billingApi.deposit, { body }, { idempotencyKey: key }),
  );

export const usePayInvoice = () =>
  useMoneyWrite(
    ({
      id,
      key,
      ...body
    }: {
      id: number;
      method: 'balance' | 'provider';
      provider?: Provider | undefined;
      key: string;
    }) => call(billingApi.payInvoice, { params: { id: String(id) }, body }, { idempotencyKey: key }),
  );

export const useInvoiceAction = () =>
  useMoneyWrite(
    ({ id, act, reason, key }: { id: number; act: 'voidInvoice' | 'markPaid'; reason: string; key: string }) =>
      call(billingApi[act], { params: { id: String(id) }, body: { reason } }, { idempotencyKey: key }),
  );

export const useRefund = () =>
  useMoneyWrite(({ id, body, key }: { id: number; body: Refund; key: string }) =>
    call(billingApi.refund, { params: { id: String(id) }, body }, { idempotencyKey: key }),
  );

export const downloadInvoice = ({ id, number }: Pick<Invoice, 'id' | 'number'>, language: string): Promise<void> =>
  download(invoicesApi.pdf, { params: { id }, query: { lang: language } }, `${number}.pdf`);

/** A full page load, because the checkout is on the provider's site or in our sandbox. */
export const goToCheckout = (paymentUrl: string): void => window.location.assign(paymentUrl);
