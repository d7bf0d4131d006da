import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

/** After this wait, check whether the server responds at all. */
const SUSPECT_MS = 2_000;
const PROBE_MS = 2_000;
const PROBE_TURN_MS = 50;
const PROBE_INTERVAL_MS = 500;

export class ServerFrozen extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('PostgreSQL does not answer');
  }
}

export interface ServerWatch {
  isFrozen(): boolean;
  /** Calls back if the server stops responding while a caller waits; the returned function ends the watch. */
  whileWaiting(onFrozen: () => void): () => void;
  close(): void;
}

/**
 * Distinguishes a slow server from one that hangs, without a limit on statements: after a long wait it tries a new
 * connection, and if that gets no response, requests fail until the server responds again.
 */
export function watchServer(url: string, log: Logger): ServerWatch {
  const closing = new AbortController();
  let probing: Promise<boolean> | undefined;
  let isFrozen = false;

  function probe(): Promise<boolean> {
    probing ??= isResponding(url).finally(() => {
      probing = undefined;
    });
    return probing;
  }

  async function giveUp(): Promise<void> {
    if (isFrozen) return;
    isFrozen = true;
    log.error('postgres not responding');
    while (!closing.signal.aborted && !(await probe())) {
      await sleep(PROBE_INTERVAL_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
    isFrozen = false;
    if (!closing.signal.aborted) log.info('postgres responding again');
  }

  return {
    isFrozen: () => isFrozen,
    whileWaiting(onFrozen) {
      let isOver = false;
      const look = async () => {
        const isAlive = await probe();
        if (isOver) return;
        if (isAlive) timer = setTimeout(look, SUSPECT_MS).unref();
        else {
          onFrozen();
          void giveUp();
        }
      };
      let timer = setTimeout(look, SUSPECT_MS).unref();
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },
    close: () => closing.abort(),
  };
}

/** False only without any response: an error is a response too. */
async function isResponding(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'poklik probe' });
  client.on('error', () => undefined);
  let isAnswered = false;
  const answer = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      isAnswered = true;
    });
  // In short waits, so that time in which this process itself was busy doesn't count: the answers take several turns.
  for (let waited = 0; waited < PROBE_MS && !isAnswered; waited += PROBE_TURN_MS)
    await Promise.race([answer, sleep(PROBE_TURN_MS, undefined, { ref: false })]);
  const wasAnswered = isAnswered;
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  return wasAnswered;
}
