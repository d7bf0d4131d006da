import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

/** Who has waited for so long wants to know whether the server answers at all. */
const SUSPECT_MS = 2_000;
const PROBE_MS = 2_000;
const PROBE_AGAIN_MS = 500;

export class ServerFrozen extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('PostgreSQL does not answer');
  }
}

export interface ServerWatch {
  isFrozen(): boolean;
  /** Calls back if the server turns out not to answer any more while somebody waits. Until what it answers with is called. */
  whileWaiting(onFrozen: () => void): () => void;
  close(): void;
}

/**
 * Tells a server that is slow from one that is frozen, without a limit on how long a statement may take: whoever waits
 * for long has a new connection tried, and a server that answers nothing there is given up until it answers again.
 */
export function watchServer(url: string, log: Logger): ServerWatch {
  const closing = new AbortController();
  let probing: Promise<boolean> | undefined;
  let isFrozen = false;

  function probe(): Promise<boolean> {
    probing ??= answers(url).finally(() => {
      probing = undefined;
    });
    return probing;
  }

  async function giveUp(): Promise<void> {
    if (isFrozen) return;
    isFrozen = true;
    log.error('postgres does not answer');
    while (!closing.signal.aborted && !(await probe())) {
      await sleep(PROBE_AGAIN_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
    isFrozen = false;
    if (!closing.signal.aborted) log.info('postgres answers again');
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

/** False only if nothing comes back: a refusal is an answer, too. */
async function answers(url: string): Promise<boolean> {
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
  await Promise.race([answer, sleep(PROBE_MS, undefined, { ref: false })]);
  // A busy program may find the answer and the end of its patience waiting at the same time.
  await nextTurn();
  await nextTurn();
  const wasAnswered = isAnswered;
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  return wasAnswered;
}
