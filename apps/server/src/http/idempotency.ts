import { createHash } from 'node:crypto';
import { AppError, invalidField } from '@poklik/contract/errors';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../stores/postgres.ts';
import { retryTransaction } from '../stores/retry-transaction.ts';
import { idempotencyKeys as keys } from '../stores/tables/idempotency.ts';
import type { Caller, IdempotentRequest } from './caller.ts';

const KEY_TTL_HOURS = 24;
export const KEY_PATTERN = '^[\\x21-\\x7e]{1,128}$';
const KEY = new RegExp(KEY_PATTERN);

/** The Idempotency-Key of a request, if there is one. */
export function readIdempotencyKey(request: FastifyRequest): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw invalidField('Idempotency-Key', 'invalid');
  }
  const asked = JSON.stringify([request.method, request.url, request.body ?? null]);
  return { key, print: createHash('sha256').update(asked).digest('hex') };
}

/**
 * Runs `work` once per key. The response is stored in the same transaction; concurrent requests wait for the first.
 * Failed requests are not remembered and can be retried.
 */
export const runIdempotent = <T extends object>(
  db: Database,
  { userId, named }: Pick<Caller, 'userId' | 'named'>,
  work: (tx: Database) => Promise<T>,
): Promise<T> =>
  retryTransaction(db, async (tx) => {
    if (!named) return work(tx);
    const { key, print } = named;
    const own = and(eq(keys.userId, userId), eq(keys.key, key));
    const claimed = await tx
      .insert(keys)
      .values({ userId, key, request: print })
      .onConflictDoNothing()
      .returning({ key: keys.key });
    if (claimed.length === 0) {
      const [earlier] = await tx.select().from(keys).where(own);
      if (earlier?.request !== print) throw new AppError('idempotency_key_reused');
      return earlier.answer as T;
    }
    const answer = await work(tx);
    await tx.update(keys).set({ answer }).where(own);
    return answer;
  });

/** Keys are remembered for a day. */
export const removeExpiredKeys = (db: Database) =>
  db.delete(keys).where(sql`${keys.createdAt} < now() - make_interval(hours => ${KEY_TTL_HOURS})`);
