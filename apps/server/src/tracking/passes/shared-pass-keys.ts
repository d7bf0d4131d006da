import { setTimeout as sleep } from 'node:timers/promises';
import { inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../../stores/postgres.ts';
import type { SecretBox } from '../../stores/secret-box.ts';
import { sharedSecrets } from '../../stores/tables/trackers.ts';
import { newPassKey } from './pass-keys.ts';

const RETRY_MS = 2_000;
const CHECK_MS = 3_600_000;

/** Passes are good for a year at most, so those of this year and the last are all that can be. */
const namesOf = (now: number): string[] => {
  const year = new Date(now).getUTCFullYear();
  return [`pass key ${year}`, `pass key ${year - 1}`];
};

/** The keys that all machines share, this year's first. The first machine that needs one creates it. */
export async function sharePassKeys(db: Database, secrets: SecretBox, now = Date.now()): Promise<string[]> {
  const names = namesOf(now);
  await db
    .insert(sharedSecrets)
    .values(names.map((name) => ({ name, sealed: secrets.seal(newPassKey()) })))
    .onConflictDoNothing();
  const rows = await db.select().from(sharedSecrets).where(inArray(sharedSecrets.name, names));
  const sealed = new Map(rows.map((row) => [row.name, row.sealed]));
  return names.map((name) => secrets.open(sealed.get(name) ?? ''));
}

export interface PassKeySync {
  /** Resolves when the shared keys are in use, or at the timeout. */
  wait(timeoutMs: number): Promise<void>;
  stop(): void;
}

interface Options {
  setKeys: (keys: readonly string[]) => unknown;
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  secrets: SecretBox;
  log: Logger;
}

/** Follows the shared keys: a new one comes with each year. Until PostgreSQL answers, those of this machine are used. */
export function startPassKeySync({ setKeys, secrets, log, ...own }: Options): PassKeySync {
  const stopping = new AbortController();
  const { signal } = stopping;
  let setFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    setFirst = resolve;
  });

  async function run(): Promise<void> {
    const db = await own.db;
    let known = '';
    for (let pause = CHECK_MS; !signal.aborted; ) {
      try {
        const keys = await sharePassKeys(db, secrets);
        if (keys.join() !== known) await setKeys(keys);
        known = keys.join();
        setFirst();
        pause = CHECK_MS;
      } catch (error) {
        log.debug({ err: error }, 'keys of passes not shared yet, retrying');
        pause = RETRY_MS;
      }
      await sleep(pause, undefined, { signal, ref: false });
    }
  }

  run().catch(() => undefined); // stopped
  return {
    async wait(timeoutMs) {
      await Promise.race([first, sleep(timeoutMs, undefined, { signal, ref: false }).catch(() => undefined)]);
    },
    stop: () => stopping.abort(),
  };
}
