import { createHash } from 'node:crypto';
import {
  ATTEMPT_WINDOW_SECONDS,
  ATTEMPTS_PER_EMAIL,
  ATTEMPTS_PER_SOURCE,
  CODE_ATTEMPTS_PER_USER,
  delayAfterFailures,
  EMAIL_WINDOW_SECONDS,
} from '@poklik/domain/auth/login-delay';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Config } from '../../config.ts';
import { network, tooManyRequests, waitError } from '../../http/limits/request-limits.ts';
import { createStoredLimiter } from '../../http/limits/stored-limiter.ts';
import type { Pool } from '../../stores/postgres.ts';

export interface LoginThrottle {
  /** Counts a password attempt, or throws an error with the time to wait. */
  consumePasswordAttempt(email: string, ip: string): Promise<void>;
  onFailure(email: string, ip: string): Promise<void>;
  onSuccess(email: string, ip: string): Promise<void>;
  /** Counts an attempt with a one-time code, regardless of the network. */
  consumeCodeAttempt(userId: number): Promise<void>;
  resetCodeAttempts(userId: number): Promise<void>;
  /** Counts an email to the address, or throws an error with the time to wait. */
  consumeEmail(email: string, ip: string): Promise<void>;
  consumeSignUp(ip: string): Promise<void>;
}

const HOUR_SECONDS = 60 * 60;

/** The operator's limits are read for each attempt, because they can be changed while running. */
export function createLoginThrottle(pool: Pool, config: Pick<Config, 'limits'>): LoginThrottle {
  const createLimiter = (keyPrefix: string, points: number, duration: number) =>
    createStoredLimiter(pool, { keyPrefix, points, duration });
  const byEmailAndNetwork = createLimiter('guess_pair', ATTEMPTS_PER_SOURCE, ATTEMPT_WINDOW_SECONDS);
  const byEmail = createLimiter('guess_address', ATTEMPTS_PER_EMAIL, EMAIL_WINDOW_SECONDS);
  const byNetwork = createLimiter('guess_source', config.limits.guessesPerSource, ATTEMPT_WINDOW_SECONDS);
  const delay = createLimiter('guess_delay', 1, ATTEMPT_WINDOW_SECONDS);
  const codeAttempts = createLimiter('guess_code', CODE_ATTEMPTS_PER_USER, ATTEMPT_WINDOW_SECONDS);
  const emailsByAddress = createLimiter('email_address', config.limits.emailsPerAddress, HOUR_SECONDS);
  const emailsByNetwork = createLimiter('email_source', config.limits.emailsPerSource, HOUR_SECONDS);
  const signUpsByNetwork = createLimiter('sign_up_source', config.limits.signUpsPerSource, HOUR_SECONDS);

  const pairKey = (email: string, ip: string) => hashKey(`${email} ${network(ip)}`);
  return {
    consumePasswordAttempt: async (email, ip) => {
      const pause = await delay.get(pairKey(email, ip));
      if (pause && pause.msBeforeNext > 0) throw waitError(Math.ceil(pause.msBeforeNext / 1000));
      await consumePoint(byNetwork, hashKey(network(ip)), config.limits.guessesPerSource);
      await consumePoint(byEmailAndNetwork, pairKey(email, ip));
      await consumePoint(byEmail, hashKey(email));
    },
    onFailure: async (email, ip) => {
      const failures = (await byEmailAndNetwork.get(pairKey(email, ip)))?.consumedPoints ?? 0;
      const seconds = delayAfterFailures(failures);
      if (seconds > 0) await delay.block(pairKey(email, ip), seconds);
    },
    onSuccess: async (email, ip) => {
      await Promise.all([
        byEmailAndNetwork.delete(pairKey(email, ip)),
        delay.delete(pairKey(email, ip)),
        byEmail.reward(hashKey(email)),
        byNetwork.reward(hashKey(network(ip))),
      ]);
    },
    consumeCodeAttempt: (userId) => consumePoint(codeAttempts, String(userId)),
    resetCodeAttempts: async (userId) => void (await codeAttempts.delete(String(userId))),
    consumeEmail: async (email, ip) => {
      await consumePoint(emailsByNetwork, hashKey(network(ip)), config.limits.emailsPerSource);
      await consumePoint(emailsByAddress, hashKey(email), config.limits.emailsPerAddress);
    },
    consumeSignUp: (ip) => consumePoint(signUpsByNetwork, hashKey(network(ip)), config.limits.signUpsPerSource),
  };
}

async function consumePoint(limiter: RateLimiterPostgres, name: string, points = limiter.points): Promise<void> {
  limiter.points = points;
  try {
    await limiter.consume(name);
  } catch (error) {
    throw tooManyRequests(error);
  }
}

/** Hashed, so that the counters contain no personal data. */
const hashKey = (text: string): string => createHash('sha256').update(text).digest('base64url');
