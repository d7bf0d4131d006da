import { AppError } from '@poklik/contract/errors';
import { tooManyRequests } from '../../../http/limits/request-limits.ts';
import { createStoredLimiter } from '../../../http/limits/stored-limiter.ts';
import type { Pool } from '../../../stores/postgres.ts';

const TRIES_PER_HOUR = 10;

/** Runs what a code was entered for. Only refused codes count. */
export type TryCoupon = <Result>(
  accountId: number,
  code: string | undefined,
  run: () => Promise<Result>,
) => Promise<Result>;

/** Counted in PostgreSQL, so that the limit holds across processes. */
export function createCouponTries(pool: Pool): TryCoupon {
  const tries = createStoredLimiter(pool, { keyPrefix: 'coupon', points: TRIES_PER_HOUR, duration: 3600 });
  return async (accountId, code, run) => {
    if (code === undefined) return run();
    const key = String(accountId);
    // Taken before the answer, so that parallel tries don't get more.
    await tries.consume(key).catch((refusal: unknown) => {
      throw tooManyRequests(refusal);
    });
    try {
      const result = await run();
      await tries.reward(key);
      return result;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'coupon_refused')) await tries.reward(key);
      throw error;
    }
  };
}
