import * as z from 'zod/mini';
import { ActiveCoupon, CouponCode } from './coupon-terms.ts';
import { Dunning } from './dunning.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, paragraphs, Timestamp } from './fields.ts';
import { Invoice, TaxTreatment } from './invoices.ts';
import { PaidAmount } from './money.ts';
import { ChargeConsent, OfferedProvider, PaymentMethod, Provider } from './payment-methods.ts';
import { CountryCode } from './routing.ts';
import { BillingPeriod } from './subscription-terms.ts';
import { OptionalVatId } from './vat.ts';

/** The account's balance, open invoices and next charge. */
export const Billing = z.object({
  balance: z.string(),
  currency: z.string(),
  /** Credit left from plan changes; the next invoices use it first. */
  credit: z.string(),
  open_invoice: z.nullable(z.object({ id: Id, number: z.string(), due: z.string(), due_at: Timestamp })),
  /** With the discount of a coupon, before tax and credit. */
  next_charge: z.nullable(z.object({ at: Timestamp, amount: z.string() })),
  /** The coupon that takes something off the next invoice. */
  coupon: z.nullable(ActiveCoupon),
  /** The one that pays if none is chosen. Null without: only the balance can pay. */
  provider: z.nullable(Provider),
  providers: z.array(OfferedProvider),
  can_pay: z.boolean(),
  /** Whether a card can be saved and charged at renewal. */
  can_save: z.boolean(),
  /** Saved cards, in the order in which they are charged. */
  methods: z.array(PaymentMethod),
  /** Null unless a renewal is unpaid. */
  dunning: z.nullable(Dunning),
  /** The latest provider payment, for customers who return from its checkout. */
  last_payment: z.nullable(
    z.object({
      /** `pending` until the provider confirms it. */
      status: z.enum(['pending', 'paid', 'failed']),
      /** What it paid for: a plan, an open invoice or a deposit. */
      purpose: z.enum(['tariff', 'invoice', 'deposit']),
      /** The money went to the balance, also when the purchase changed before the payment arrived. */
      is_on_balance: z.boolean(),
      amount: z.string(),
      currency: z.string(),
      tariff_id: z.nullable(Id),
      invoice: z.nullable(z.object({ id: Id, number: z.string() })),
    }),
  ),
});
export type Billing = z.infer<typeof Billing>;

/** The payer's details for new invoices. Issued invoices don't change. */
export const BillingDetails = z.object({
  name: z.string(),
  /** As printed: lines of street, postcode and city. */
  address: z.string(),
  /** As printed. */
  country: z.string(),
  tax_id: z.string(),
  street: z.string(),
  city: z.string(),
  postcode: z.string(),
  /** Decides the tax. Null until it is chosen. */
  country_code: z.nullable(z.string()),
  vat_id: z.string(),
  is_business: z.boolean(),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

/** Parts that are left out stay. Street, city, postcode and country code win over address and country. */
export const NewBillingDetails = z.object({
  name: line(0, 128),
  address: z.optional(paragraphs(0, 300)),
  country: z.optional(line(0, 60)),
  tax_id: line(0, 40),
  street: z.optional(line(0, 300)),
  city: z.optional(line(0, 80)),
  postcode: z.optional(line(0, 16)),
  country_code: z.optional(z.nullable(CountryCode)),
  vat_id: z.optional(OptionalVatId),
  is_business: z.optional(z.boolean()),
});
export type NewBillingDetails = z.infer<typeof NewBillingDetails>;

export const CHANGE_KINDS = ['start', 'trial', 'upgrade', 'downgrade', 'settle', 'current'] as const;

/** What a plan change costs and does, line by line. */
export const TariffQuote = z.object({
  /** `start` and `upgrade` happen now, `downgrade` at the end of the paid period, `settle` pays an open invoice. */
  kind: z.enum(CHANGE_KINDS),
  tariff_id: Id,
  period: BillingPeriod,
  effective_at: Timestamp,
  ends_at: z.nullable(Timestamp),
  lines: z.array(
    z.object({
      kind: z.enum(['tariff', 'coupon', 'unused', 'credit']),
      tariff_id: Id,
      from: z.nullable(Timestamp),
      until: z.nullable(Timestamp),
      amount: z.string(),
    }),
  ),
  tax_rate: z.string(),
  tax: z.string(),
  /** Why the tax is what it is; null without VAT by country. */
  tax_treatment: z.nullable(TaxTreatment),
  /** The buyer's country would decide the tax, but isn't known. */
  needs_country: z.boolean(),
  total: z.string(),
  credit_left: z.string(),
  balance: z.string(),
  /** How much the balance is short. */
  missing: z.string(),
  /** The code whose discount is in the lines, or that a trial keeps for its first charge. */
  coupon: z.nullable(z.string()),
  /** A trial that can't start without a saved card. */
  needs_card: z.boolean(),
  currency: z.string(),
  /** Usage above the new plan's limits. It stays, but nothing can be added. */
  over_limit: z.array(z.object({ what: z.enum(['campaigns', 'seats', 'blacklist']), used: z.int(), limit: z.int() })),
});
export type TariffQuote = z.infer<typeof TariffQuote>;

/** `balance`: immediately, if sufficient. `provider`: on the page at `payment_url`. */
const PayWith = z._default(z.enum(['balance', 'provider']), 'provider');

/** With `save`, the card is charged at renewal too. Without a coupon, the discount that the account has stays. */
const CHOICE = {
  method: PayWith,
  provider: z.optional(Provider),
  save: z.optional(ChargeConsent),
  coupon: z.optional(CouponCode),
};

/** `pending`: continue at `payment_url`. `scheduled`: happens at the end of the paid period. */
export const OrderResult = z.object({
  status: z.enum(['pending', 'paid', 'scheduled']),
  payment_url: z.nullable(z.string()),
  invoice_id: z.nullable(Id),
});
export type OrderResult = z.infer<typeof OrderResult>;

/** Greater than 0 and less than 100,000. */
export const Deposit = z.object({
  amount: z.string().check(z.regex(/^(0\.(0[1-9]|[1-9]\d?)|[1-9]\d{0,4}(\.\d{1,2})?)$/, 'deposit_amount')),
  provider: z.optional(Provider),
});

/** To the balance of the account, or to the card that paid. */
export const Refund = z.object({
  amount: PaidAmount,
  to: z.enum(['balance', 'provider']),
  reason: line(3, 300),
});
export type Refund = z.infer<typeof Refund>;

export const InvoiceReason = z.object({ reason: line(3, 300) });

export const billingApi = {
  get: endpoint({
    method: 'GET',
    path: '/billing',
    access: 'billing:read',
    summary: 'Returns the account’s balance, amount due and next charge.',
    response: z.object({ data: Billing }),
  }),
  details: endpoint({
    method: 'GET',
    path: '/billing/details',
    access: 'billing:read',
    summary: 'Returns the billing details used on new invoices.',
    response: z.object({ data: BillingDetails }),
  }),
  saveDetails: endpoint({
    method: 'PUT',
    path: '/billing/details',
    access: 'billing:pay',
    summary: 'Updates the billing details used on new invoices. Issued invoices don’t change.',
    body: NewBillingDetails,
    response: z.object({ data: BillingDetails }),
  }),
  quote: endpoint({
    method: 'GET',
    path: '/tariffs/{id}/quote',
    access: 'billing:read',
    summary: 'Previews what switching to a plan would cost now, line by line. Nothing is changed.',
    params: IdParams,
    query: z.object({ period: z.optional(BillingPeriod) }),
    response: z.object({ data: TariffQuote }),
    errors: ['not_found'],
  }),
  pay: endpoint({
    method: 'POST',
    path: '/tariffs/{id}/pay',
    access: 'billing:pay',
    summary:
      'Switches to a plan: pays from the balance or through checkout, or schedules the change for the end of the paid period.',
    params: IdParams,
    body: z._default(z.object({ period: z.optional(BillingPeriod), ...CHOICE }), {
      method: 'provider',
    }),
    response: z.object({ data: OrderResult }),
    isIdempotent: true,
    errors: [
      'not_found',
      'email_not_verified',
      'balance_too_low',
      'tariff_is_current',
      'coupon_refused',
      'card_needed',
      'provider_unavailable',
      'card_payments_off',
      'too_many_requests',
    ],
  }),
  keep: endpoint({
    method: 'DELETE',
    path: '/subscription/change',
    access: 'billing:pay',
    summary: 'Cancels a plan change scheduled for the end of the paid period.',
    response: Done,
    errors: ['not_found'],
  }),
  deposit: endpoint({
    method: 'POST',
    path: '/transactions/deposit',
    access: 'billing:pay',
    summary: 'Creates a checkout to top up the balance.',
    body: Deposit,
    response: z.object({ data: z.object({ payment_url: z.string() }) }),
    isIdempotent: true,
    errors: ['email_not_verified', 'provider_unavailable', 'card_payments_off'],
  }),
  payInvoice: endpoint({
    method: 'POST',
    path: '/invoices/{id}/pay',
    access: 'billing:pay',
    summary: 'Pays an open invoice. With a coupon, an invoice with the discount replaces it.',
    params: IdParams,
    body: z._default(z.object(CHOICE), { method: 'provider' }),
    response: z.object({ data: OrderResult }),
    isIdempotent: true,
    errors: [
      'not_found',
      'email_not_verified',
      'balance_too_low',
      'invoice_not_open',
      'coupon_refused',
      'provider_unavailable',
      'card_payments_off',
      'too_many_requests',
    ],
  }),
  voidInvoice: endpoint({
    method: 'POST',
    path: '/invoices/{id}/void',
    access: 'invoices:write',
    summary: 'Voids an invoice. Any amount paid is returned to the account’s balance.',
    params: IdParams,
    body: InvoiceReason,
    response: z.object({ data: Invoice }),
    isIdempotent: true,
    errors: ['not_found', 'invoice_not_open'],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/invoices/{id}/refund',
    access: 'invoices:write',
    summary:
      'Refunds a part or all of a paid invoice and issues a credit note. A refund to the card is booked when the provider confirms it.',
    params: IdParams,
    body: Refund,
    response: z.object({ data: Invoice }),
    isIdempotent: true,
    errors: ['not_found', 'invoice_not_open', 'refund_too_large', 'refund_not_possible', 'provider_unavailable'],
  }),
  markPaid: endpoint({
    method: 'POST',
    path: '/invoices/{id}/mark_paid',
    access: 'invoices:write',
    summary: 'Marks an open invoice as paid outside the app, such as by bank transfer.',
    params: IdParams,
    body: InvoiceReason,
    response: z.object({ data: Invoice }),
    isIdempotent: true,
    errors: ['not_found', 'invoice_not_open'],
  }),
};
