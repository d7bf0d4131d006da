import { AppError } from '@poklik/contract/errors';
import { EXPORTS_MAX } from '../../stores/postgres.ts';

const RETRY_SECONDS = 5;

export interface ExportLimiter {
  /** Counts as running until the returned function is called. */
  start(accountId: number): () => void;
}

/** Limits exports and imports of this process to one per account. */
export function createExportLimiter(): ExportLimiter {
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
