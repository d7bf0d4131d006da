import { createServer, type RequestListener, type Server } from 'node:http';

/** Patience with slow senders ends before they can hold all connections; a connection at rest outlives a proxy's. */
export function createHttpServer(handler: RequestListener): Server {
  return createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    handler,
  );
}
