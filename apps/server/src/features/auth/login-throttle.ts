import { createHash } from 'node:crypto';
import {
  ADDRESS_WINDOW_SECONDS,
  CODES_PER_USER,
  delayAfterFailures,
  GUESS_WINDOW_SECONDS,
  GUESSES_PER_ADDRESS,
  GUESSES_PER_SOURCE,
} from '@poklik/domain/auth/login-delay';
import { type IRateLimiterOptions, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Config } from '../../config.ts';
import { network, tooManyRequests, waitError } from '../../http/request-limits.ts';
import type { Pool } from '../../stores/postgres.ts';

/** Counts what can be guessed or abused, for all processes together. */
export interface LoginThrottle {
  /** Takes one guess for the address from the source, or refuses it with the time to wait. */
  takeGuess(email: string, ip: string): Promise<void>;
  afterFailure(email: string, ip: string): Promise<void>;
  afterSuccess(email: string, ip: string): Promise<void>;
  /** Takes one try of a one-time code, from wherever it comes; a right one gives all tries back. */
  takeCode(userId: number): Promise<void>;
  afterRightCode(userId: number): Promise<void>;
  /** Takes one letter to the address, or refuses it. */
  takeLetter(email: string, ip: string): Promise<void>;
  takeSignUp(ip: string): Promise<void>;
}

const HOUR_SECONDS = 60 * 60;

export function loginThrottle(pool: Pool, limits: Config['limits']): LoginThrottle {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      // It knows a pool by the name of its class only.
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    } satisfies IRateLimiterOptions & Record<string, unknown>);
  const pair = limiter('guess_pair', GUESSES_PER_SOURCE, GUESS_WINDOW_SECONDS);
  const address = limiter('guess_address', GUESSES_PER_ADDRESS, ADDRESS_WINDOW_SECONDS);
  const source = limiter('guess_source', limits.guessesPerSource, GUESS_WINDOW_SECONDS);
  const delay = limiter('guess_delay', 1, GUESS_WINDOW_SECONDS);
  const code = limiter('guess_code', CODES_PER_USER, GUESS_WINDOW_SECONDS);
  const letterAddress = limiter('letter_address', limits.lettersPerAddress, HOUR_SECONDS);
  const letterSource = limiter('letter_source', limits.lettersPerSource, HOUR_SECONDS);
  const signUpSource = limiter('sign_up_source', limits.signUpsPerSource, HOUR_SECONDS);

  const pairKey = (email: string, ip: string) => key(`${email} ${network(ip)}`);
  return {
    takeGuess: async (email, ip) => {
      const pause = await delay.get(pairKey(email, ip));
      if (pause && pause.msBeforeNext > 0) throw waitError(Math.ceil(pause.msBeforeNext / 1000));
      await take(source, key(network(ip)));
      await take(pair, pairKey(email, ip));
      await take(address, key(email));
    },
    afterFailure: async (email, ip) => {
      const failures = (await pair.get(pairKey(email, ip)))?.consumedPoints ?? 0;
      const seconds = delayAfterFailures(failures);
      if (seconds > 0) await delay.block(pairKey(email, ip), seconds);
    },
    afterSuccess: async (email, ip) => {
      await Promise.all([
        pair.delete(pairKey(email, ip)),
        delay.delete(pairKey(email, ip)),
        address.reward(key(email)),
        source.reward(key(network(ip))),
      ]);
    },
    takeCode: (userId) => take(code, String(userId)),
    afterRightCode: async (userId) => void (await code.delete(String(userId))),
    takeLetter: async (email, ip) => {
      await take(letterSource, key(network(ip)));
      await take(letterAddress, key(email));
    },
    takeSignUp: (ip) => take(signUpSource, key(network(ip))),
  };
}

async function take(limiter: RateLimiterPostgres, name: string): Promise<void> {
  try {
    await limiter.consume(name);
  } catch (refusal) {
    throw tooManyRequests(refusal);
  }
}

/** Addresses of people have no business in a table of counters. */
const key = (text: string): string => createHash('sha256').update(text).digest('base64url');
