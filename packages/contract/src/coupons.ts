import * as z from 'zod/mini';
import { TariffQuote } from './billing.ts';
import { COUPON_DURATIONS, CouponCode, type CouponDuration } from './coupon-terms.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Done, Id, IdParams, line, Timestamp } from './fields.ts';
import { PaidAmount } from './money.ts';
import { page, pageQuery } from './paging.ts';
import { BillingPeriod } from './subscription-terms.ts';

const PERIODS_MAX = 60;
const USES_MAX = 1_000_000;
const TARIFFS_MAX = 100;

const Percent = z.int().check(z.minimum(1), z.maximum(100));
const Periods = z.int().check(z.minimum(2), z.maximum(PERIODS_MAX));
const Uses = z.int().check(z.minimum(1), z.maximum(USES_MAX));

/** What can be changed while customers use it. */
const CouponRules = z.object({
  /** For the operator only. */
  note: z._default(line(0, 200), ''),
  /** Days in UTC, both included. */
  valid_from: z._default(z.nullable(CalendarDay), null),
  valid_until: z._default(z.nullable(CalendarDay), null),
  /** By everyone together. */
  uses_max: z._default(z.nullable(Uses), null),
  once_per_account: z._default(z.boolean(), true),
  /** Customers who have not paid for a plan yet, also with another account. */
  new_customers_only: z._default(z.boolean(), false),
  /** Empty for all plans. */
  tariff_ids: z._default(z.array(Id).check(z.maxLength(TARIFFS_MAX)), []),
});

interface Days {
  valid_from: string | null;
  valid_until: string | null;
}
const endsAfterStart = z.refine<Days>(
  ({ valid_from: from, valid_until: until }) => from === null || until === null || from <= until,
  { path: ['valid_until'], error: 'ends_before_start' },
);

export const CouponChange = CouponRules.check(endsAfterStart);
export type CouponChange = z.infer<typeof CouponChange>;

/** A discount that has been given stays as it was promised, so these can't be changed later. */
const TERMS = {
  code: CouponCode,
  percent: z._default(z.nullable(Percent), null),
  amount: z._default(z.nullable(PaidAmount), null),
  duration: z._default(z.enum(COUPON_DURATIONS), 'once'),
  /** How many invoices, with `periods`. */
  periods: z._default(z.nullable(Periods), null),
};

interface Terms {
  percent: number | null;
  amount: string | null;
  duration: CouponDuration;
  periods: number | null;
}
const hasOneDiscount = z.refine<Terms>(({ percent, amount }) => (percent === null) !== (amount === null), {
  path: ['percent'],
  error: 'percent_or_amount',
});
const hasPeriods = z.refine<Terms>(({ duration, periods }) => (duration === 'periods') === (periods !== null), {
  path: ['periods'],
  error: 'coupon_periods',
});

export const NewCoupon = z
  .extend(CouponRules, TERMS)
  .check(
    hasOneDiscount,
    hasPeriods,
    endsAfterStart,
    z.meta({ examples: [{ code: 'SPRING-26', percent: 20, duration: 'periods', periods: 3, uses_max: 100 }] }),
  );
export type NewCoupon = z.infer<typeof NewCoupon>;

/** The forms choose plans from a list of texts. */
const CHOSEN_TARIFFS = {
  tariff_ids: z.array(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
      z.transform((text: string) => Number(text)),
    ),
  ),
};
export const CouponForm = z
  .extend(CouponRules, { ...TERMS, ...CHOSEN_TARIFFS })
  .check(hasOneDiscount, hasPeriods, endsAfterStart);
export const CouponChangeForm = z.extend(CouponRules, CHOSEN_TARIFFS).check(endsAfterStart);

export const COUPON_STATES = ['active', 'scheduled', 'expired', 'used_up', 'archived'] as const;

export const Coupon = z.object({
  id: Id,
  code: z.string(),
  percent: z.nullable(z.int()),
  amount: z.nullable(z.string()),
  currency: z.string(),
  duration: z.enum(COUPON_DURATIONS),
  periods: z.nullable(z.int()),
  note: z.string(),
  valid_from: z.nullable(z.string()),
  valid_until: z.nullable(z.string()),
  uses_max: z.nullable(z.int()),
  once_per_account: z.boolean(),
  new_customers_only: z.boolean(),
  tariff_ids: z.array(Id),
  state: z.enum(COUPON_STATES),
  /** Open checkouts count for a day. */
  uses: z.int(),
  /** What it has taken off invoices that were paid. */
  discounted: z.string(),
  created_at: Timestamp,
});
export type Coupon = z.infer<typeof Coupon>;

export const couponsApi = {
  list: endpoint({
    method: 'GET',
    path: '/coupons',
    access: 'tariffs:write',
    summary: 'Lists coupons with how often they were used, newest first.',
    query: z.object({ ...pageQuery(['created_at', 'code', 'uses']), search: z.optional(line(0, 64)) }),
    response: page(Coupon),
  }),
  create: endpoint({
    method: 'POST',
    path: '/coupons',
    access: 'tariffs:write',
    summary: 'Creates a coupon.',
    body: NewCoupon,
    status: 201,
    response: z.object({ data: Coupon }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/coupons/{id}',
    access: 'tariffs:write',
    summary: 'Changes who can use a coupon and when. Its code, discount and duration stay.',
    params: IdParams,
    body: CouponChange,
    response: z.object({ data: Coupon }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/coupons/{id}',
    access: 'tariffs:write',
    summary: 'Archives a coupon. It can’t be entered anymore; customers who have it keep their discount.',
    params: IdParams,
    response: Done,
    errors: ['not_found'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/coupons/check',
    access: 'billing:pay',
    summary:
      'Previews what switching to a plan would cost now with a coupon. Ten refused codes an hour; every refusal is the same.',
    body: z.object({ coupon: CouponCode, tariff_id: Id, period: z.optional(BillingPeriod) }),
    response: z.object({ data: TariffQuote }),
    errors: ['coupon_refused', 'not_found', 'too_many_requests'],
  }),
};
