import { AppError } from '@poklik/contract/errors';

/** A browser opens one or two streams per visible tab. */
const PER_USER = 10;
const PER_ACCOUNT = 100;
const PER_PROCESS = 5_000;
const RETRY_SECONDS = 30;

export interface StreamLimiter {
  /** Counts as open until the returned function is called. */
  open(listener: { userId: number; accountId: number } | undefined): () => void;
}

/** Limits open event streams per user, account and process. */
export function createStreamLimiter(): StreamLimiter {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, change: 1 | -1) => {
    const next = count(key) + change;
    if (next === 0) counts.delete(key);
    else counts.set(key, next);
  };
  return {
    open(listener) {
      const limits: [key: string, max: number][] = [['process', PER_PROCESS]];
      if (listener) limits.push([`user ${listener.userId}`, PER_USER], [`account ${listener.accountId}`, PER_ACCOUNT]);
      if (limits.some(([key, max]) => count(key) >= max))
        throw new AppError('too_many_streams', { retryAfterSeconds: RETRY_SECONDS });
      for (const [key] of limits) add(key, 1);
      return () => {
        for (const [key] of limits.splice(0)) add(key, -1);
      };
    },
  };
}
