import type { CouponChange, NewCoupon } from '@poklik/contract/coupons';
import type { SortOrder } from '@poklik/contract/paging';
import { toMinor } from '@poklik/domain/money/amount';
import { and, eq, getTableColumns, ilike, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../stores/contains-pattern.ts';
import type { Database } from '../../../stores/postgres.ts';
import { coupons, couponUses } from '../../../stores/tables/payments/coupons.ts';

/** Payment pages are open for a day. */
const isTaken = sql`(${couponUses.usedAt} is not null or ${couponUses.reservedAt} > now() - interval '25 hours')`;

const columns = {
  ...getTableColumns(coupons),
  uses: sql<number>`(select count(*)::int from coupon_uses where coupon_uses.coupon_id = coupons.id and ${isTaken})`,
  discountedMinor: sql<bigint>`(
    select -coalesce(sum((line->>'amount')::numeric * 100), 0)::bigint from invoices i
      join coupon_uses u on u.id = i.coupon_use_id, jsonb_array_elements(i.lines) line
    where u.coupon_id = coupons.id and line->>'kind' = 'coupon' and i.status in ('paid', 'disputed'))`.mapWith(BigInt),
};

const SORT_BY = { created_at: coupons.id, code: coupons.code, uses: sql`uses` } as const;

export interface CouponPage {
  sort: keyof typeof SORT_BY;
  order: SortOrder;
  limit: number;
  offset: number;
}

const matches = (search: string | undefined): SQL | undefined =>
  search ? or(ilike(coupons.code, containsPattern(search)), ilike(coupons.note, containsPattern(search))) : undefined;

export function listCoupons(db: Database, search: string | undefined, { sort, order, limit, offset }: CouponPage) {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return db
    .select({ ...columns, uses: sql<number>`${columns.uses}`.as('uses') })
    .from(coupons)
    .where(matches(search))
    .orderBy(sql`${SORT_BY[sort]} ${direction}`, sql`${coupons.id} ${direction}`)
    .limit(limit)
    .offset(offset);
}

export type CouponRow = Awaited<ReturnType<typeof listCoupons>>[number];

export const countCoupons = (db: Database, search: string | undefined): Promise<number> =>
  db.$count(coupons, matches(search));

export async function findCoupon(db: Database, by: { id: number } | { code: string }): Promise<CouponRow | null> {
  const [row] = await db
    .select(columns)
    .from(coupons)
    .where('id' in by ? eq(coupons.id, by.id) : eq(coupons.code, by.code));
  return row ?? null;
}

/** Uses of a coupon are counted and taken one after the other. */
export const lockCoupon = (tx: Database, id: number) =>
  tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.id, id)).for('update');

const toRules = (rules: CouponChange) => ({
  note: rules.note,
  validFrom: rules.valid_from,
  validUntil: rules.valid_until,
  usesMax: rules.uses_max,
  isOncePerAccount: rules.once_per_account,
  isForNewCustomers: rules.new_customers_only,
  tariffIds: rules.tariff_ids,
});

/** Null when the code is taken. */
export async function insertCoupon(tx: Database, coupon: NewCoupon): Promise<number | null> {
  const { code, percent, amount, duration, periods } = coupon;
  const [row] = await tx
    .insert(coupons)
    .values({
      ...toRules(coupon),
      ...{ code, percent, amountMinor: amount === null ? null : toMinor(amount), duration, periods },
    })
    .onConflictDoNothing({ target: coupons.code })
    .returning({ id: coupons.id });
  return row?.id ?? null;
}

export const updateCoupon = (tx: Database, id: number, rules: CouponChange) =>
  tx.update(coupons).set(toRules(rules)).where(eq(coupons.id, id));

export const archiveCoupon = (tx: Database, id: number) =>
  tx.update(coupons).set({ isArchived: true }).where(eq(coupons.id, id));

export const countAccountUses = (db: Database, couponId: number, accountId: number): Promise<number> =>
  db.$count(
    couponUses,
    and(eq(couponUses.couponId, couponId), eq(couponUses.accountId, accountId), isNotNull(couponUses.usedAt)),
  );

/** The account's open reservation of this coupon, renewed; or a new one. */
export async function reserveUse(tx: Database, couponId: number, accountId: number): Promise<number> {
  const open = await findReservation(tx, couponId, accountId);
  const [row] =
    open === null
      ? await tx.insert(couponUses).values({ couponId, accountId }).returning({ id: couponUses.id })
      : await tx
          .update(couponUses)
          .set({ reservedAt: sql`now()` })
          .where(eq(couponUses.id, open))
          .returning({ id: couponUses.id });
  if (!row) throw new Error('write returned no row');
  return row.id;
}

export async function findReservation(db: Database, couponId: number, accountId: number): Promise<number | null> {
  const [open] = await db
    .select({ id: couponUses.id })
    .from(couponUses)
    .where(
      and(
        eq(couponUses.couponId, couponId),
        eq(couponUses.accountId, accountId),
        sql`${couponUses.usedAt} is null`,
        isTaken,
      ),
    );
  return open?.id ?? null;
}

export async function findUse(db: Database, id: number) {
  const [row] = await db
    .select({ couponId: couponUses.couponId, usedAt: couponUses.usedAt, isTaken: sql<boolean>`${isTaken}` })
    .from(couponUses)
    .where(eq(couponUses.id, id));
  if (!row) throw new Error(`coupon use ${id} not found`);
  return row;
}

export const confirmUse = (tx: Database, id: number) =>
  tx.update(couponUses).set({ usedAt: sql`now()` }).where(eq(couponUses.id, id));

/** The coupon that the account used last, and how many invoices it has discounted; without the one that is replaced. */
export async function findLatestUse(db: Database, accountId: number, exceptInvoiceId: number | null) {
  const [row] = await db
    .select({
      ...getTableColumns(coupons),
      useId: couponUses.id,
      invoices: sql<number>`(select count(*)::int from invoices i where i.coupon_use_id = ${couponUses.id} and i.status <> 'void'
        and i.id is distinct from ${exceptInvoiceId}::bigint)`,
    })
    .from(couponUses)
    .innerJoin(coupons, eq(coupons.id, couponUses.couponId))
    .where(and(eq(couponUses.accountId, accountId), isNotNull(couponUses.usedAt)))
    .orderBy(sql`${couponUses.usedAt} desc`, sql`${couponUses.id} desc`)
    .limit(1);
  return row ?? null;
}
