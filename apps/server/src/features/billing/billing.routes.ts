import type { billingApi } from '@poklik/contract/billing';
import type { Provider } from '@poklik/contract/payment-methods';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { translator } from '../../i18n/translate.ts';
import type { LiveProviders } from '../../payments/configured-provider.ts';
import type { Services } from '../../services.ts';
import { getBillingSummary } from './billing-summary.service.ts';
import { cancelScheduledChange, changePlan } from './change-plan.service.ts';
import { createCouponTries } from './coupons/coupon-throttle.service.ts';
import { getBillingDetails, updateBillingDetails } from './invoices/billing-details.service.ts';
import { markInvoicePaid, payInvoice } from './pay-invoice.service.ts';
import { orderDeposit, type PaymentRequest } from './payments/checkout.service.ts';
import { getPlanQuote } from './plan-quote.service.ts';
import { refund } from './refund-invoice.service.ts';
import { voidInvoice } from './void-invoice.service.ts';

export function billingRoutes(services: Services, providers: LiveProviders): Handlers<typeof billingApi> {
  const { db, pool } = services;
  const tryCoupon = createCouponTries(pool);
  const paying = (caller: Caller, chosen?: Provider): PaymentRequest => ({
    ...{ services, providers, caller },
    provider: chosen ? providers.find(chosen) : (providers.list()[0] ?? null),
  });
  return {
    get: async (caller) => ({ data: await getBillingSummary(paying(caller)) }),
    details: async ({ accountId }) => ({ data: await getBillingDetails(db, accountId) }),
    saveDetails: async (caller, { body }) => {
      await updateBillingDetails(db, caller, body);
      return { data: await getBillingDetails(db, caller.accountId) };
    },
    quote: async (caller, { params, query }) => ({
      data: await getPlanQuote(services, caller, { tariffId: params.id, period: query.period }),
    }),
    pay: async (caller, { params, body }) => ({
      data: await tryCoupon(caller.accountId, body.coupon, () =>
        changePlan(paying(caller, body.provider), { ...body, tariffId: params.id, period: body.period }),
      ),
    }),
    keep: async (caller) => {
      await cancelScheduledChange(db, caller);
      return { message: translator(caller.language)('done.tariff_kept') };
    },
    deposit: async (caller, { body }) => {
      const { payment_url: paymentUrl } = await orderDeposit(paying(caller, body.provider), body.amount);
      return { data: { payment_url: paymentUrl ?? '' } };
    },
    payInvoice: async (caller, { params, body }) => ({
      data: await tryCoupon(caller.accountId, body.coupon, () =>
        payInvoice(paying(caller, body.provider), { ...body, invoiceId: params.id }),
      ),
    }),
    voidInvoice: async (caller, { params, body }) => ({
      data: await voidInvoice(services, caller, { invoiceId: params.id, reason: body.reason }),
    }),
    refund: async (caller, { params, body }) => ({ data: await refund(paying(caller), params.id, body) }),
    markPaid: async (caller, { params, body }) => ({
      data: await markInvoicePaid(services, caller, { invoiceId: params.id, reason: body.reason }),
    }),
  };
}
