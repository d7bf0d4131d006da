import { AppError } from '@poklik/contract/errors';
import { EXPORTS_MAX } from '../stores/postgres.ts';

const RETRY_SECONDS = 5;

export interface LongWork {
  /** Counts as running until what it answers with is called. */
  start(accountId: number): () => void;
}

/** Exports and imports that run in this process: one for each account, so that nobody takes all there is room for. */
export function createLongWork(): LongWork {
  const running = new Set<number>();
  return {
    start(accountId) {
      if (running.has(accountId)) throw new AppError('export_in_progress', { retryAfterSeconds: RETRY_SECONDS });
      if (running.size >= EXPORTS_MAX) throw new AppError('unavailable');
      running.add(accountId);
      return () => running.delete(accountId);
    },
  };
}
