import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface OutageProxy {
  url: string;
  /** Closes all connections and accepts no new ones. */
  cut(): void;
  /** Stops all traffic, but keeps connections open. */
  freeze(): void;
  restore(): void;
  close(): Promise<void>;
}

/** A proxy in front of PostgreSQL that can simulate outages. */
export async function startOutageProxy(databaseUrl: string): Promise<OutageProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let [isCut, isFrozen] = [false, false];
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => {
        if (!isFrozen) other.write(bytes);
      });
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    return near;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    freeze() {
      isFrozen = true;
    },
    restore() {
      // Connections that lost data while frozen cannot be used again.
      if (isFrozen) for (const socket of sockets) socket.destroy();
      [isCut, isFrozen] = [false, false];
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
