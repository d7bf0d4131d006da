import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Connections {
  isDraining: boolean;
  sockets: Set<Socket>;
}

const connectionsOf = new WeakMap<Server, Connections>();

/** Patience with slow senders ends before they can hold all connections; a connection at rest outlives a proxy's. */
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
  connectionsOf.set(server, connections);
  return server;
}

/** How long a kept-alive connection may still bring a request, which is then answered with `Connection: close`. */
const IDLE_PATIENCE_MS = 1_000;
const REQUEST_PATIENCE_MS = 10_000;
const SWEEP_EVERY_MS = 50;

/**
 * Accepts nothing new, answers what comes on open connections and closes each with its answer. A connection is closed
 * while idle only after it had time to be used once more: cut at once, a request already on its way would be reset.
 */
export async function drainServer(server: Server): Promise<void> {
  const connections = connectionsOf.get(server);
  if (!connections || !server.listening) return;
  connections.isDraining = true;
  // The close of http.Server would close idle connections at once.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  await Promise.race([closed, sleep(IDLE_PATIENCE_MS)]);
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    // Opened ahead by a browser and never used: Node does not count it as idle.
    for (const socket of connections.sockets) if (socket.bytesRead === 0) socket.destroy();
  }, SWEEP_EVERY_MS);
  const cut = setTimeout(() => server.closeAllConnections(), REQUEST_PATIENCE_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Where a server listens. */
type Address = { host: string; port: number } | { path: string };

/** A program that was killed a moment ago may still hold the port while it ends. */
const PORT_PATIENCE_MS = 2_000;

export async function listenOn(server: NetServer, address: Address): Promise<void> {
  const deadline = Date.now() + PORT_PATIENCE_MS;
  const where = 'path' in address ? { path: address.path } : { host: address.host, port: address.port };
  for (;;) {
    try {
      server.listen(where);
      await once(server, 'listening');
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && Date.now() < deadline) await sleep(100);
      else throw portError(error as NodeJS.ErrnoException, where);
    }
  }
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'another program is using it',
  EACCES: 'this user may not listen on it',
  EADDRNOTAVAIL: 'this machine has no such address',
};

function portError(error: NodeJS.ErrnoException, address: Address): Error {
  const reason = REASONS[error.code ?? ''];
  if (!reason || 'path' in address) return error;
  return new Error(`Port ${address.port} on ${address.host} is not available: ${reason}. Set PORT or HOST.`);
}

/** Fails as listening would, before anything is started that would have to be stopped again. */
export async function checkPort(address: Address): Promise<void> {
  const server = new NetServer();
  await listenOn(server, address);
  await new Promise((resolve) => server.close(resolve));
}
