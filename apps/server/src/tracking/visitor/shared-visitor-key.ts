import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../../stores/postgres.ts';
import type { SecretBox } from '../../stores/secret-box.ts';
import { sharedSecrets } from '../../stores/tables/trackers.ts';
import type { VisitorHasher } from './visitor-hash.ts';

const NAME = 'visitor key';
const RETRY_MS = 2_000;

/** The key that all machines share: the first one stored, so an installation keeps the key that it had in a file. */
export async function shareVisitorKey(db: Database, secrets: SecretBox, own: string): Promise<string> {
  await db
    .insert(sharedSecrets)
    .values({ name: NAME, sealed: secrets.seal(own) })
    .onConflictDoNothing();
  const [row] = await db.select().from(sharedSecrets).where(eq(sharedSecrets.name, NAME));
  if (!row) throw new Error('The visitor key was not stored.');
  try {
    return secrets.open(row.sealed);
  } catch (cause) {
    throw new UnreadableKey('The visitor key in PostgreSQL was encrypted with another SECRET_KEY.', { cause });
  }
}

class UnreadableKey extends Error {}

interface Options {
  visitors: VisitorHasher;
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  secrets: SecretBox;
  log: Logger;
}

export interface VisitorKeySync {
  /** Resolves when the shared key is in use, or at the timeout. */
  wait(timeoutMs: number): Promise<void>;
  stop(): void;
}

/** Changes to the shared key as soon as PostgreSQL answers. Until then visitors are hashed with the copy on this machine. */
export function startVisitorKeySync({ visitors, secrets, log, ...own }: Options): VisitorKeySync {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    const db = await own.db;
    while (!signal.aborted) {
      try {
        return await visitors.setKey(await shareVisitorKey(db, secrets, visitors.key));
      } catch (error) {
        if (error instanceof UnreadableKey) return log.warn({ err: error }, 'visitor key of this machine is used');
        log.debug({ err: error }, 'visitor key not shared yet, retrying');
      }
      await sleep(RETRY_MS, undefined, { signal, ref: false });
    }
  }

  const done = run().catch(() => undefined); // stopped
  return {
    async wait(timeoutMs) {
      await Promise.race([done, sleep(timeoutMs, undefined, { signal, ref: false }).catch(() => undefined)]);
    },
    stop: () => stopping.abort(),
  };
}
