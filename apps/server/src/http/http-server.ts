import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Connections {
  isDraining: boolean;
  sockets: Set<Socket>;
}

const trackConnections = new WeakMap<Server, Connections>();

/** Slow senders time out before they can use up all connections; idle connections outlive those of a proxy. */
export function createHttpServer(handler: RequestListener): Server {
  const connections: Connections = { isDraining: false, sockets: new Set() };
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    (req, res) => {
      if (connections.isDraining) res.shouldKeepAlive = false;
      handler(req, res);
    },
  );
  server.on('connection', (socket: Socket) => {
    connections.sockets.add(socket);
    socket.once('close', () => connections.sockets.delete(socket));
  });
  trackConnections.set(server, connections);
  return server;
}

/** How long a keep-alive connection may still send a request, which is answered with `Connection: close`. */
const IDLE_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 10_000;
const SWEEP_INTERVAL_MS = 50;

/**
 * Stops accepting and closes each connection after its response. Idle connections get time for one more request:
 * closing them at once would reset a request in flight.
 */
export async function drainServer(server: Server): Promise<void> {
  const connections = trackConnections.get(server);
  if (!connections || !server.listening) return;
  connections.isDraining = true;
  // http.Server.close would close idle connections at once.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  await Promise.race([closed, sleep(IDLE_TIMEOUT_MS)]);
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    // Browsers open connections ahead; Node does not count unused ones as idle.
    for (const socket of connections.sockets) if (socket.bytesRead === 0) socket.destroy();
  }, SWEEP_INTERVAL_MS);
  const cut = setTimeout(() => server.closeAllConnections(), REQUEST_TIMEOUT_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Where a server listens. */
type ListenAddress = { host: string; port: number; setting?: string } | { path: string };

/** A program that was just killed may still hold the port. */
const PORT_TIMEOUT_MS = 2_000;

export async function listenOn(server: NetServer, address: ListenAddress): Promise<void> {
  const deadline = performance.now() + PORT_TIMEOUT_MS;
  const where = 'path' in address ? { path: address.path } : { host: address.host, port: address.port };
  for (;;) {
    try {
      server.listen(where);
      await once(server, 'listening');
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && performance.now() < deadline) await sleep(100);
      else throw portError(error as NodeJS.ErrnoException, address);
    }
  }
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'another program is using it',
  EACCES: 'this user may not listen on it',
  EADDRNOTAVAIL: 'this machine has no such address',
};

function portError(error: NodeJS.ErrnoException, address: ListenAddress): Error {
  const reason = REASONS[error.code ?? ''];
  if (!reason || 'path' in address) return error;
  return new Error(
    `Port ${address.port} on ${address.host} is not available: ${reason}. Set ${address.setting ?? 'PORT or HOST'}.`,
  );
}

/** Fails like listening would, before anything is started. */
export async function checkPort(address: ListenAddress): Promise<void> {
  const server = new NetServer();
  await listenOn(server, address);
  await new Promise((resolve) => server.close(resolve));
}
