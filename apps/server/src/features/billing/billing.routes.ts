import type { billingApi } from '@poklik/contract/billing';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import type { Services } from '../../services.ts';
import { getBillingSummary } from './billing-summary.service.ts';
import { markInvoicePaid, voidInvoice } from './invoice-actions.service.ts';
import { getBillingDetails, updateBillingDetails } from './invoices/billing-details.service.ts';
import { cancelScheduledChange, orderDeposit, orderInvoice, orderTariff } from './order.service.ts';
import { getPlanQuote } from './plan-quote.service.ts';

export function billingRoutes(services: Services, provider: PaymentProvider | null): Handlers<typeof billingApi> {
  const { db } = services;
  return {
    get: async (caller) => ({ data: await getBillingSummary(services, provider, caller) }),
    details: async ({ accountId }) => ({ data: await getBillingDetails(db, accountId) }),
    saveDetails: async (caller, { body }) => {
      await updateBillingDetails(db, caller, body);
      return { data: await getBillingDetails(db, caller.accountId) };
    },
    quote: async (caller, { params, query }) => ({
      data: await getPlanQuote(services, caller, { tariffId: params.id, period: query.period }),
    }),
    pay: async (caller, { params, body }) => ({
      data: await orderTariff(services, provider, caller, {
        tariffId: params.id,
        period: body.period,
        method: body.method,
      }),
    }),
    keep: async (caller) => {
      await cancelScheduledChange(db, caller);
      return { message: translator(caller.language)('done.tariff_kept') };
    },
    deposit: async (caller, { body }) => {
      const { payment_url: paymentUrl } = await orderDeposit(services, provider, caller, body.amount);
      return { data: { payment_url: paymentUrl ?? '' } };
    },
    payInvoice: async (caller, { params, body }) => ({
      data: await orderInvoice(services, provider, caller, { invoiceId: params.id, method: body.method }),
    }),
    voidInvoice: async (caller, { params, body }) => ({
      data: await voidInvoice(db, caller, { invoiceId: params.id, reason: body.reason }),
    }),
    markPaid: async (caller, { params, body }) => ({
      data: await markInvoicePaid(services, caller, { invoiceId: params.id, reason: body.reason }),
    }),
  };
}
