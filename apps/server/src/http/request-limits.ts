import { AppError } from '@poklik/contract/errors';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How many requests one visitor address and one signed-in user may send in a minute. */
export interface RequestLimits {
  visitor(ip: string): Promise<void>;
  user(userId: number): Promise<void>;
  /** Counts a call of a program; what is over the limit still counts, and is refused by who asked. */
  program(accountId: number): Promise<{ used: number; resetSeconds: number }>;
}

export function requestLimits(limits: { visitorPerMinute: number; userPerMinute: number }): RequestLimits {
  const visitors = new RateLimiterMemory({ points: limits.visitorPerMinute, duration: 60 });
  const users = new RateLimiterMemory({ points: limits.userPerMinute, duration: 60 });
  // How many are allowed is known by the tariff of each account.
  const programs = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 });
  return {
    visitor: (ip) => spend(visitors, network(ip)),
    user: (userId) => spend(users, String(userId)),
    program: async (accountId) => {
      const { consumedPoints, msBeforeNext } = await programs.consume(String(accountId));
      return { used: consumedPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
    },
  };
}

async function spend(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    throw tooManyRequests(refusal);
  }
}

/** What a limiter refused, as an answer that says how long to wait; anything else is a fault and stays one. */
export function tooManyRequests(refusal: unknown): unknown {
  if (!(refusal instanceof RateLimiterRes)) return refusal;
  return waitError(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
}

export const waitError = (seconds: number): AppError =>
  new AppError('too_many_requests', { retryAfterSeconds: seconds, values: { count: seconds } });

/** One IPv6 customer owns a whole /64, so all of it counts as one source. */
export function network(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = ip.split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
