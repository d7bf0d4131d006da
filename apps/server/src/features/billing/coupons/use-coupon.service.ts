import type { ActiveCoupon } from '@poklik/contract/coupon-terms';
import { AppError } from '@poklik/contract/errors';
import { fromMinor } from '@poklik/domain/money/amount';
import {
  type CouponTerms,
  hasInvoicesLeft,
  invoicesLeft,
  isForTariff,
  isRecurring,
  isUsable,
} from '@poklik/domain/tariffs/coupon';
import type { PlanChange } from '@poklik/domain/tariffs/proration';
import type { Database } from '../../../stores/postgres.ts';
import type { Order, OrderedCoupon } from '../../../stores/tables/billing.ts';
import {
  type CouponRow,
  confirmUse,
  countAccountUses,
  findCoupon,
  findLatestUse,
  findReservation,
  findUse,
  lockCoupon,
  reserveUse,
} from './coupons.repo.ts';
import { hasPaid } from './same-person.repo.ts';

/** A coupon that applies to a price: entered now, or running since an earlier invoice. */
export interface AppliedCoupon extends CouponTerms {
  couponId: number;
  code: string;
  /** Null while it is only entered. */
  useId: number | null;
}

const toApplied = ({ id, code, percent, amountMinor, duration, periods }: CouponRow): AppliedCoupon => ({
  ...{ couponId: id, code, percent, amountMinor, duration, periods, useId: null },
});

interface Entered {
  code: string;
  accountId: number;
  tariffId: number;
  now: Date;
}

/** Every refusal is the same. */
export async function getEnteredCoupon(db: Database, entered: Entered): Promise<AppliedCoupon> {
  const coupon = await findCoupon(db, { code: entered.code });
  if (!coupon || !(await canUse(db, coupon, entered))) throw new AppError('coupon_refused');
  return toApplied(coupon);
}

/** A coupon is not spent on a change that costs nothing, except a trial, whose first charge it discounts. */
export function requireUseFor({ kind }: Pick<PlanChange, 'kind'>, entered: AppliedCoupon | null): void {
  if (entered && (kind === 'current' || kind === 'downgrade')) throw new AppError('coupon_refused');
}

/** The same, while nobody else can use it until the transaction ends. */
export async function lockEnteredCoupon(tx: Database, entered: Entered): Promise<AppliedCoupon> {
  const coupon = await findCoupon(tx, { code: entered.code });
  if (coupon) await lockCoupon(tx, coupon.id);
  return getEnteredCoupon(tx, entered);
}

async function canUse(db: Database, coupon: CouponRow, { accountId, tariffId, now }: Entered): Promise<boolean> {
  // An account can pay with what it has reserved itself.
  const own = (await findReservation(db, coupon.id, accountId)) === null ? 0 : 1;
  return isUsable(coupon, {
    today: now.toISOString().slice(0, 10),
    tariffId,
    uses: coupon.uses - own,
    usesOfAccount: await countAccountUses(db, coupon.id, accountId),
    isNewCustomer: !coupon.isForNewCustomers || !(await hasPaid(db, accountId)),
  });
}

/** The account's discount on its next invoice; null if it has none for this plan. */
export async function findRunningCoupon(
  db: Database,
  accountId: number,
  tariffId: number,
  /** Replaced by the next one, so it doesn't count. */
  exceptInvoiceId: number | null = null,
): Promise<AppliedCoupon | null> {
  const found = await findLatestUse(db, accountId, exceptInvoiceId);
  if (!found || !hasInvoicesLeft(found, found.invoices) || !isForTariff(found, tariffId)) return null;
  const { id, useId, code, percent, amountMinor, duration, periods } = found;
  return { ...{ couponId: id, useId, code, percent, amountMinor, duration, periods } };
}

export async function getActiveCoupon(db: Database, accountId: number, tariffId: number): Promise<ActiveCoupon | null> {
  const found = await findLatestUse(db, accountId, null);
  if (!found || !hasInvoicesLeft(found, found.invoices) || !isForTariff(found, tariffId)) return null;
  return {
    code: found.code,
    percent: found.percent,
    amount: found.amountMinor === null ? null : fromMinor(found.amountMinor),
    invoices_left: invoicesLeft(found, found.invoices),
  };
}

/** What an order keeps of a coupon. An entered one is used now, or reserved while its checkout is open. */
export async function orderCoupon(
  tx: Database,
  accountId: number,
  { coupon, discountMinor, isPaidLater }: { coupon: AppliedCoupon; discountMinor: bigint; isPaidLater: boolean },
): Promise<OrderedCoupon> {
  const useId = coupon.useId ?? (await takeUse(tx, accountId, coupon, isPaidLater));
  return { useId, code: coupon.code, isRecurring: isRecurring(coupon), discount: String(discountMinor) };
}

/** The caller has locked the coupon. */
export async function takeUse(
  tx: Database,
  accountId: number,
  { couponId }: AppliedCoupon,
  isPaidLater: boolean,
): Promise<number> {
  const useId = await reserveUse(tx, couponId, accountId);
  if (!isPaidLater) await confirmUse(tx, useId);
  return useId;
}

/** False if the reservation is over and others have taken the last use. */
export async function confirmOrderedCoupon(tx: Database, { coupon }: Pick<Order, 'coupon'>): Promise<boolean> {
  if (!coupon) return true;
  const { couponId } = await findUse(tx, coupon.useId);
  await lockCoupon(tx, couponId);
  const use = await findUse(tx, coupon.useId);
  if (use.usedAt !== null) return true;
  const row = await findCoupon(tx, { id: couponId });
  if (!use.isTaken && row?.usesMax !== null && row !== null && row.uses >= row.usesMax) return false;
  await confirmUse(tx, coupon.useId);
  return true;
}
