import type { CouponChange, NewCoupon } from '@poklik/contract/coupons';
import { AppError, invalidField } from '@poklik/contract/errors';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { archiveCoupon, type CouponRow, findCoupon, insertCoupon, lockCoupon, updateCoupon } from './coupons.repo.ts';

type Operator = Pick<Caller, 'userId' | 'ip'>;

export const createCoupon = (db: Database, operator: Operator, coupon: NewCoupon): Promise<CouponRow> =>
  db.transaction(async (tx) => {
    const id = await insertCoupon(tx, coupon);
    if (id === null) throw invalidField('code', 'coupon_code_taken');
    return record(tx, operator, 'created', { before: null, id });
  });

export const changeCoupon = (db: Database, operator: Operator, id: number, change: CouponChange): Promise<CouponRow> =>
  db.transaction(async (tx) => {
    await lockCoupon(tx, id);
    const before = await getCoupon(tx, id);
    await updateCoupon(tx, id, change);
    return record(tx, operator, 'changed', { before, id });
  });

/** Who has its discount keeps it, so it is never deleted. */
export const retireCoupon = (db: Database, operator: Operator, id: number): Promise<CouponRow> =>
  db.transaction(async (tx) => {
    await lockCoupon(tx, id);
    const before = await getCoupon(tx, id);
    await archiveCoupon(tx, id);
    return record(tx, operator, 'archived', { before, id });
  });

async function getCoupon(db: Database, id: number): Promise<CouponRow> {
  const coupon = await findCoupon(db, { id });
  if (!coupon) throw new AppError('not_found');
  return coupon;
}

const toAuditValues = ({ discountedMinor, amountMinor, ...coupon }: CouponRow): object => ({
  ...coupon,
  amountMinor: amountMinor === null ? null : String(amountMinor),
});

async function record(
  tx: Database,
  operator: Operator,
  event: 'created' | 'changed' | 'archived',
  { before, id }: { before: CouponRow | null; id: number },
): Promise<CouponRow> {
  const after = await getCoupon(tx, id);
  await recordAudit(tx, {
    actor: operator.userId,
    account: null,
    action: `coupon.${event}`,
    entity: `coupon:${id}`,
    before: before && toAuditValues(before),
    after: toAuditValues(after),
    ip: operator.ip,
  });
  return after;
}
