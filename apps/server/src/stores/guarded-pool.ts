import pg from 'pg';
import { ServerFrozen, type ServerWatch } from './server-watch.ts';

type Callback = Parameters<pg.Pool['connect']>[0];

/** A pool that fails fast when the server hangs. */
export class GuardedPool extends pg.Pool {
  readonly #server: ServerWatch;

  constructor(options: pg.PoolConfig, server: ServerWatch) {
    super(options);
    this.#server = server;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const client = this.#checkOut();
    if (!callback) return client;
    client.then(
      (open) => callback(undefined, open, (release) => open.release(release)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #checkOut(): Promise<pg.PoolClient> {
    if (this.#server.isFrozen()) throw new ServerFrozen();
    const client = await this.#connected();
    const stop = this.#server.whileWaiting(() => {
      // Aborts the current statement, which fails as if the connection was lost.
      (client as unknown as pg.Client).end().catch(() => undefined);
    });
    const { release } = client;
    client.release = (error) => {
      stop();
      release(error);
    };
    return client;
  }

  #connected(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      let isGivenUp = false;
      const stop = this.#server.whileWaiting(() => {
        isGivenUp = true;
        reject(new ServerFrozen());
      });
      super.connect().then(
        (client) => {
          stop();
          if (isGivenUp) client.release();
          else resolve(client);
        },
        (error) => {
          stop();
          reject(error);
        },
      );
    });
  }
}
