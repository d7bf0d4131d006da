import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { MetricsConfig } from '../config.ts';
import { createHttpServer, drainServer, listenOn } from '../http/http-server.ts';
import { renderMetrics } from './gather-metrics.ts';

const PATH = '/metrics';

type Headers = Record<string, string>;
interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

const CHALLENGE: Headers = { 'WWW-Authenticate': 'Bearer' };
const PLAIN: Headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };

/** Serves the metrics of this machine on an address of its own. Returns a function that stops it. */
export async function serveMetrics({ listen, token }: MetricsConfig, registry: Registry): Promise<() => Promise<void>> {
  if (listen === undefined) return async () => undefined;
  const server = createHttpServer((req: IncomingMessage, res: ServerResponse) => {
    void answer(req, token, registry).then(({ status, headers, body }) => {
      res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
      res.end(req.method === 'HEAD' ? undefined : body);
    });
  });
  await listenOn(server, { ...listen, setting: 'METRICS_LISTEN' });
  return () => drainServer(server);
}

/** Serves them on the application's host too, but only with a token. */
export function serveMetricsOnApp(app: FastifyInstance, { token }: MetricsConfig, registry: Registry): void {
  if (token === undefined) return;
  app.get(PATH, async (request, reply) => {
    const { status, headers, body } = await answer(request.raw, token, registry);
    return reply.status(status).headers(headers).send(body);
  });
}

async function answer(
  { method, url = '', headers }: IncomingMessage,
  token: string | undefined,
  registry: Registry,
): Promise<Answer> {
  if (url.split('?', 1)[0] !== PATH) return { status: 404, headers: PLAIN, body: 'Not found.\n' };
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, headers: { ...PLAIN, Allow: 'GET, HEAD' }, body: 'Method not allowed.\n' };
  if (token !== undefined && !isBearer(headers.authorization, token))
    return { status: 401, headers: { ...PLAIN, ...CHALLENGE }, body: 'The token is missing or wrong.\n' };
  const body = await renderMetrics(registry);
  return { status: 200, headers: { ...PLAIN, 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }, body };
}

/** Compared as hashes, in constant time. */
const isBearer = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
