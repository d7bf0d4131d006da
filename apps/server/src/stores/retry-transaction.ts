import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './postgres.ts';

const ATTEMPTS = 6;
/** Serialization failure and deadlock: PostgreSQL has rolled the transaction back. */
const CONFLICT_STATES = /^(40001|40P01)$/;

/** Retries a transaction that conflicted with another one. Other errors are thrown. */
export async function retryTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !CONFLICT_STATES.test(findSqlState(error) ?? '')) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** The SQLSTATE, which libraries wrap in several errors. */
export function findSqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}
