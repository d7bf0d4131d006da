import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './postgres.ts';

const ATTEMPTS = 6;
/** Two transactions stood in each other's way, and PostgreSQL ended one of them: nothing of it is left. */
const CONFLICT_STATES = /^(40001|40P01)$/;

/** A transaction that is tried again when it lost to another one. Whatever else goes wrong is for the caller. */
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

/** What PostgreSQL calls the failure, however deep the libraries buried it. */
export function findSqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}
