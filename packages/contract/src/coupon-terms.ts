import * as z from 'zod/mini';

export const COUPON_DURATIONS = ['once', 'periods', 'forever'] as const;
export type CouponDuration = (typeof COUPON_DURATIONS)[number];

/** Upper and lower case are the same code. */
export const CouponCode = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z0-9][A-Z0-9_-]{2,31}$/, 'coupon_code'),
    z.meta({ examples: ['SPRING-26'] }),
  );

/** The field of the form. */
export const CouponEntry = z.object({ coupon: CouponCode });

/** The discount that an account has now. */
export const ActiveCoupon = z.object({
  code: z.string(),
  percent: z.nullable(z.int()),
  amount: z.nullable(z.string()),
  /** Null without an end. */
  invoices_left: z.nullable(z.int()),
});
export type ActiveCoupon = z.infer<typeof ActiveCoupon>;
