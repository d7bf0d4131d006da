import type { COUPON_STATES, Coupon, couponsApi } from '@poklik/contract/coupons';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Handlers } from '../../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Services } from '../../../services.ts';
import { checkCoupon } from '../plan-quote.service.ts';
import { createCouponTries } from './coupon-throttle.service.ts';
import { type CouponRow, countCoupons, listCoupons } from './coupons.repo.ts';
import { changeCoupon, createCoupon, retireCoupon } from './coupons.service.ts';

export function couponsRoutes(services: Services): Handlers<typeof couponsApi> {
  const { db, pool } = services;
  const tryCoupon = createCouponTries(pool);
  return {
    list: async (_, { query }) => {
      const { search, sort = 'created_at', order = 'desc' } = query;
      const [rows, total] = await Promise.all([
        listCoupons(db, search, { ...pageWindow(query), sort, order }),
        countCoupons(db, search),
      ]);
      return { data: rows.map((row) => toCoupon(row)), ...buildPage('/coupons', query, total) };
    },
    create: async (caller, { body }) => ({ data: toCoupon(await createCoupon(db, caller, body)) }),
    update: async (caller, { params, body }) => ({ data: toCoupon(await changeCoupon(db, caller, params.id, body)) }),
    remove: async (caller, { params }) => {
      await retireCoupon(db, caller, params.id);
      return { message: translator(caller.language)('done.coupon_archived') };
    },
    check: async (caller, { body }) => ({
      data: await tryCoupon(caller.accountId, body.coupon, () =>
        checkCoupon(services, caller, { tariffId: body.tariff_id, period: body.period, coupon: body.coupon }),
      ),
    }),
  };
}

function toCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    code: row.code,
    percent: row.percent,
    amount: row.amountMinor === null ? null : fromMinor(row.amountMinor),
    currency: BASE_CURRENCY,
    duration: row.duration,
    periods: row.periods,
    note: row.note,
    valid_from: row.validFrom,
    valid_until: row.validUntil,
    uses_max: row.usesMax,
    once_per_account: row.isOncePerAccount,
    new_customers_only: row.isForNewCustomers,
    tariff_ids: row.tariffIds,
    state: stateOf(row, new Date().toISOString().slice(0, 10)),
    uses: row.uses,
    discounted: fromMinor(row.discountedMinor),
    created_at: row.createdAt.toISOString(),
  };
}

/** Why nobody can use it now. */
function stateOf(
  { isArchived, validFrom, validUntil, usesMax, uses }: CouponRow,
  today: string,
): (typeof COUPON_STATES)[number] {
  if (isArchived) return 'archived';
  if (validUntil !== null && validUntil < today) return 'expired';
  if (usesMax !== null && uses >= usesMax) return 'used_up';
  return validFrom !== null && validFrom > today ? 'scheduled' : 'active';
}
