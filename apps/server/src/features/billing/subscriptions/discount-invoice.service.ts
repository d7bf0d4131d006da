import { AppError } from '@poklik/contract/errors';
import { fromMinor } from '@poklik/domain/money/amount';
import { discountOf, isRecurring } from '@poklik/domain/tariffs/coupon';
import { sumOf } from '@poklik/domain/tariffs/proration';
import type { Caller } from '../../../http/caller.ts';
import type { BillingContext } from '../billing-context.ts';
import { type AppliedCoupon, lockEnteredCoupon, takeUse } from '../coupons/use-coupon.service.ts';
import type { InvoiceRow } from '../invoices/invoices.repo.ts';
import { issueInvoice, setInvoiceStatus } from '../invoices/invoices.service.ts';
import { findSubscription } from './subscriptions.repo.ts';
import { replaceInvoice } from './subscriptions.service.ts';

/** What an open invoice costs with a coupon; its price, credit and tax rate stay. */
export function discountInvoice(invoice: InvoiceRow, coupon: AppliedCoupon) {
  const discountMinor = discountOf(coupon, invoice.subtotalMinor);
  return {
    discountMinor,
    sum: sumOf(invoice.subtotalMinor - discountMinor, invoice.creditMinor, invoice.taxBasisPoints),
  };
}

/** Only the open invoice of the current period, and only one coupon. */
export function canDiscount({ status, type, tariffId, couponUseId }: InvoiceRow): boolean {
  return status === 'open' && type === 'subscription' && tariffId !== null && couponUseId === null;
}

/** What was issued never changes, so an invoice with the discount replaces it. The grace period stays. */
export async function discountOpenInvoice(
  context: BillingContext,
  open: InvoiceRow,
  { code, actor }: { code: string; actor: Caller },
): Promise<InvoiceRow> {
  const { tx, now } = context;
  const { accountId, tariffId } = open;
  const subscription = await findSubscription(tx, accountId);
  if (!canDiscount(open) || tariffId === null || subscription?.invoiceId !== open.id)
    throw new AppError('coupon_refused');
  const coupon = await lockEnteredCoupon(tx, { code, accountId, tariffId, now });
  const couponUseId = await takeUse(tx, accountId, coupon, false);
  const { discountMinor, sum } = discountInvoice(open, coupon);
  await setInvoiceStatus(context, open, 'void', { reason: 'replaced', actor });
  const { id, number, status, issuedAt, paidAt, seller, createdAt, ...terms } = open;
  const invoice = await issueInvoice(
    context,
    {
      ...terms,
      couponUseId,
      lines: [...open.lines, couponLine({ code: coupon.code, isRecurring: isRecurring(coupon), discountMinor })],
      subtotalMinor: sum.subtotalMinor,
      creditMinor: sum.creditAppliedMinor,
      taxMinor: sum.taxMinor,
      totalMinor: sum.totalMinor,
    },
    'open',
  );
  await replaceInvoice(tx, subscription, {
    invoiceId: invoice.id,
    creditMinor: subscription.creditMinor + sum.creditLeftMinor,
  });
  return invoice;
}

export const couponLine = ({
  code,
  isRecurring: is_recurring,
  discountMinor,
}: {
  code: string;
  isRecurring: boolean;
  discountMinor: bigint;
}) =>
  ({
    kind: 'coupon',
    ...{ tariff: null, from: null, until: null, amount: fromMinor(-discountMinor), coupon: { code, is_recurring } },
  }) as const;
