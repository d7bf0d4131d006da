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
export function createListener(url: string, log: Logger): { listen: Listen; close(): Promise<void> } {
  const listener = new Listener(url, log);
  return {
    listen: (channel, handler, missed) => listener.listen({ channel, handler, missed }),
    close: () => listener.close(),
  };
}

class Listener {
  readonly #url: string;
  readonly #log: Logger;
  readonly #subscriptions = new Set<Subscription>();
  readonly #closing = new AbortController();
  #connecting: Promise<pg.Client> | undefined;
  /** A connection runs one statement at a time. */
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  async listen(subscription: Subscription): Promise<() => Promise<void>> {
    const { channel } = subscription;
    this.#subscriptions.add(subscription);
    await this.#run(`LISTEN ${pg.escapeIdentifier(channel)}`);
    return async () => {
      this.#subscriptions.delete(subscription);
      const isUsed = [...this.#subscriptions].some((other) => other.channel === channel);
      if (!isUsed && !this.#closing.signal.aborted) await this.#run(`UNLISTEN ${pg.escapeIdentifier(channel)}`);
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#connecting?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  /** On failure the connection is closed; the next one listens to all subscriptions and calls `missed`. */
  #run(statement: string): Promise<void> {
    const turn = this.#lastTurn.then(async () => {
      const client = await this.#connection();
      await client.query(statement).catch(() => client.end().catch(() => undefined));
    });
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** The connection, opened on first use. Rejects only when the listener closes. */
  #connection(): Promise<pg.Client> {
    this.#connecting ??= this.#connectWithPatience();
    return this.#connecting;
  }

  async #connectWithPatience(): Promise<pg.Client> {
    const { signal } = this.#closing;
    for (let pause = 50; ; pause = Math.min(pause * 2, BACKOFF_MAX_MS)) {
      try {
        return await this.#connect();
      } catch (error) {
        signal.throwIfAborted();
        this.#log.warn({ err: error }, 'LISTEN failed, retrying');
        await sleep(pause, undefined, { signal });
      }
    }
  }

  async #connect(): Promise<pg.Client> {
    this.#closing.signal.throwIfAborted();
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'poklik listen',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
    });
    // An unhandled connection error would end the process; the `end` event that follows reconnects.
    client.on('error', (error) => this.#log.debug({ err: error }, 'LISTEN connection lost'));
    client.on('notification', ({ channel, payload }) => {
      for (const subscription of [...this.#subscriptions]) {
        if (subscription.channel === channel) this.#deliver(() => subscription.handler(payload ?? ''));
      }
    });
    try {
      await client.connect();
      for (const channel of new Set([...this.#subscriptions].map((subscription) => subscription.channel))) {
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      }
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#watch(client);
    return client;
  }

  #watch(client: pg.Client): void {
    // A vanished peer does not even close the connection, so it is checked regularly.
    const check = setInterval(() => void this.#run('SELECT 1').catch(() => undefined), CHECK_INTERVAL_MS);
    check.unref();
    client.once('end', () => {
      clearInterval(check);
      this.#connecting = undefined;
      if (!this.#closing.signal.aborted) void this.#resume();
    });
  }

  async #resume(): Promise<void> {
    const before = [...this.#subscriptions];
    try {
      await this.#connection();
    } catch {
      return; // closing
    }
    for (const { missed } of before) if (missed) this.#deliver(missed);
  }

  #deliver(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#log.error({ err: error }, 'notification handler failed');
    }
  }
}
