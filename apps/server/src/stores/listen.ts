import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

/** `missed` is called after a reconnect: notifications sent in the meantime are lost, so data must be read again. */
export type Listen = (
  channel: string,
  handler: (payload: string) => void,
  missed?: () => void,
) => Promise<() => Promise<void>>;

interface Subscription {
  channel: string;
  handler: (payload: string) => void;
  missed: (() => void) | undefined;
}

const CHECK_INTERVAL_MS = 30_000;
const BACKOFF_MAX_MS = 5_000;

/** One connection for every LISTEN of the process, opened with the first subscription and kept open. */
export function createListener(url: string, log: Logger) {
  const subscriptions = new Set<Subscription>();
  const closing = new AbortController();
  let connecting: Promise<pg.Client> | undefined;
  /** A connection runs one statement at a time. */
  let lastTurn: Promise<unknown> = Promise.resolve();

  const isUsed = (channel: string) => [...subscriptions].some((subscription) => subscription.channel === channel);

  /** The connection, opened on first use. Rejects only when the listener closes. */
  function connection(): Promise<pg.Client> {
    connecting ??= connectWithPatience();
    return connecting;
  }

  async function connectWithPatience(): Promise<pg.Client> {
    for (let pause = 50; ; pause = Math.min(pause * 2, BACKOFF_MAX_MS)) {
      try {
        return await connect();
      } catch (error) {
        closing.signal.throwIfAborted();
        log.warn({ err: error }, 'LISTEN failed, retrying');
        await sleep(pause, undefined, { signal: closing.signal });
      }
    }
  }

  async function connect(): Promise<pg.Client> {
    closing.signal.throwIfAborted();
    const client = new pg.Client({
      connectionString: url,
      application_name: 'poklik listen',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
    });
    // An unhandled connection error would end the process; the `end` event that follows reconnects.
    client.on('error', (error) => log.debug({ err: error }, 'LISTEN connection lost'));
    client.on('notification', ({ channel, payload }) => {
      for (const subscription of [...subscriptions]) {
        if (subscription.channel === channel) deliver(() => subscription.handler(payload ?? ''));
      }
    });
    try {
      await client.connect();
      for (const channel of new Set([...subscriptions].map((subscription) => subscription.channel))) {
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      }
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    watch(client);
    return client;
  }

  function watch(client: pg.Client): void {
    // A vanished peer does not even close the connection, so it is checked regularly.
    const check = setInterval(() => void run('SELECT 1').catch(() => undefined), CHECK_INTERVAL_MS);
    check.unref();
    client.once('end', () => {
      clearInterval(check);
      connecting = undefined;
      if (!closing.signal.aborted) void resume();
    });
  }

  async function resume(): Promise<void> {
    const before = [...subscriptions];
    try {
      await connection();
    } catch {
      return; // closing
    }
    for (const { missed } of before) if (missed) deliver(missed);
  }

  function deliver(call: () => void): void {
    try {
      call();
    } catch (error) {
      log.error({ err: error }, 'notification handler failed');
    }
  }

  const listen: Listen = async (channel, handler, missed) => {
    const subscription = { channel, handler, missed };
    subscriptions.add(subscription);
    await run(`LISTEN ${pg.escapeIdentifier(channel)}`);
    return async () => {
      subscriptions.delete(subscription);
      if (!isUsed(channel) && !closing.signal.aborted) await run(`UNLISTEN ${pg.escapeIdentifier(channel)}`);
    };
  };

  /** On failure the connection is closed; the next one listens to all `subscriptions` and calls `missed`. */
  function run(statement: string): Promise<void> {
    const turn = lastTurn.then(async () => {
      const client = await connection();
      await client.query(statement).catch(() => client.end().catch(() => undefined));
    });
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async function close(): Promise<void> {
    closing.abort();
    const client = await connecting?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  return { listen, close };
}
