import { AppError } from '@poklik/contract/errors';
import { parseAddress } from '@poklik/domain/ip/ip-address';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests per minute of an IP address and of a logged-in user. */
export interface RequestLimits {
  visitor(ip: string): Promise<void>;
  user(userId: number): Promise<void>;
  /** Counts an API call; calls over the limit count too, and the caller rejects them. */
  program(accountId: number): Promise<{ used: number; resetSeconds: number }>;
}

/** Limits are read for each request, because they can be changed while running. */
export function createRequestLimits(config: {
  limits: { visitorPerMinute: number; userPerMinute: number };
}): RequestLimits {
  const visitors = new RateLimiterMemory({ points: 1, duration: 60 });
  const users = new RateLimiterMemory({ points: 1, duration: 60 });
  // The limit depends on the account's plan.
  const programs = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 });
  return {
    visitor: (ip) => consume(visitors, network(ip), config.limits.visitorPerMinute),
    user: (userId) => consume(users, String(userId), config.limits.userPerMinute),
    program: async (accountId) => {
      const { consumedPoints, msBeforeNext } = await programs.consume(String(accountId));
      return { used: consumedPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
    },
  };
}

async function consume(limiter: RateLimiterMemory, key: string, points: number): Promise<void> {
  limiter.points = points;
  try {
    await limiter.consume(key);
  } catch (refusal) {
    throw tooManyRequests(refusal);
  }
}

/** Turns a limiter's rejection into an error with the time to wait; other errors pass through. */
export function tooManyRequests(refusal: unknown): unknown {
  if (!(refusal instanceof RateLimiterRes)) return refusal;
  return waitError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
}

export const waitError = (seconds: number): AppError =>
  new AppError('too_many_requests', { retryAfterSeconds: seconds, values: { count: seconds } });

/** A customer usually has a whole IPv6 /64, so it counts as one source. */
export function network(ip: string): string {
  const { text, words } = parseAddress(ip) ?? { text: ip, words: [] };
  if (words.length !== 4) return text;
  const groups = words.slice(0, 2).flatMap((word) => [word >>> 16, word & 0xffff]);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
