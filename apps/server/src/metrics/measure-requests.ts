import type { FastifyInstance } from 'fastify';
import type { AppMetrics } from './app-metrics.ts';

/** By route pattern: paths contain IDs. */
export function measureRequests(app: FastifyInstance, { httpDuration }: Pick<AppMetrics, 'httpDuration'>): void {
  app.addHook('onResponse', async (request, reply) => {
    // A stream is open for as long as its screen.
    if (String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')) return;
    const { method, routeOptions } = request;
    const route = routeOptions.url === undefined ? 'page' : `${method} ${routeOptions.url}`;
    httpDuration.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
}
