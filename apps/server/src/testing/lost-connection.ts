import type { Pool } from '../stores/postgres.ts';

interface Connection {
  query(...statement: unknown[]): unknown;
  release(error?: Error | boolean): void;
}

/** The statement at which the connection is lost, before or after it runs. */
export interface FailurePoint {
  statement: number;
  side: 'before' | 'after';
  /** Which transaction of the work, the first by default. */
  transaction?: number;
}

/**
 * Loses the connection of a transaction at the given point, which looks to the database like a killed program.
 * Returns whether the point was reached.
 */
export async function withLostConnection<T>(
  pool: Pool,
  { statement: at, side, transaction = 1 }: FailurePoint,
  work: () => Promise<T>,
): Promise<{ result: T; isLost: boolean }> {
  const connect = pool.connect.bind(pool) as unknown as (callback?: unknown) => Promise<Connection>;
  let [isArmed, statements, isLost, transactions] = [true, 0, false, 0];
  const patched = async (callback?: unknown) => {
    const client = await (callback === undefined ? connect() : connect(callback));
    if (callback !== undefined || !isArmed) return client;
    transactions += 1;
    if (transactions < transaction) return client;
    isArmed = false;
    const query = client.query.bind(client);
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
    const die = () => {
      isLost = true;
      stream.destroy();
    };
    const counted = async (...statement: unknown[]) => {
      statements += 1;
      if (statements === at && side === 'before') die();
      const answer = await query(...statement);
      if (statements !== at || side === 'before') return answer;
      die();
      throw new Error('the program was killed after this statement');
    };
    const release = client.release.bind(client);
    Object.assign(client, {
      query: counted,
      release: (error?: Error | boolean) => {
        Object.assign(client, { query, release });
        release(isLost ? true : error);
      },
    });
    return client;
  };
  Object.assign(pool, { connect: patched });
  try {
    return { result: await work(), isLost };
  } finally {
    Object.assign(pool, { connect });
  }
}
