import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { bindFeatures } from './features/features.routes.ts';
import { BODY_BYTES_MAX } from './http/bind-routes.ts';
import { handleErrors, sendError } from './http/errors.ts';
import { createHttpServer } from './http/http-server.ts';
import { handleNotFound } from './http/not-found.ts';
import { servePages, type WebPages } from './http/pages/web-pages.ts';
import { serveReference } from './http/reference/reference.ts';
import { listRoutes } from './http/route-list.ts';
import { commonHeaders, securityHeaders } from './http/security-headers.ts';
import { measureRequests } from './metrics/measure-requests.ts';
import { serveMetricsOnApp } from './metrics/serve-metrics.ts';
import type { Services } from './services.ts';
import { createTrustedProxyCheck } from './tracking/addresses/client-address.ts';
import { findTrackerRoute } from './tracking/routes.ts';

/** Smaller bodies fit into one packet anyway. */
const COMPRESS_MIN_BYTES = 1024;

/** The tracker of the same program: it owns the public port and forwards the other requests. */
export interface TrackerFront {
  tracker: { problem(): string | undefined };
}

/** The HTTP application without the tracker, ready to listen. */
export async function createApp(
  services: Services,
  folders: WebFolders = BUILT_FOLDERS,
  front?: TrackerFront,
): Promise<FastifyInstance> {
  const { config } = services;
  const headers = () => commonHeaders(config.publicUrl, config.hstsSeconds);
  const app = createFastify(services, headers, front);
  app.addHook('onRequest', (_request, _reply, done) => services.liveConfig.keep(done));
  // Registered before any route. Request bodies are never decompressed: a small one could expand without limit.
  await app.register(compress, { encodings: ['gzip'], threshold: COMPRESS_MIN_BYTES, globalDecompression: false });
  listRoutes(app);
  reserveTrackerRoutes(app);
  securityHeaders(app, headers);
  logRequests(app);
  measureRequests(app, services.metrics);
  handleErrors(app);
  handleNotFound(app, servePages(app, webPagesConfig(config, folders)), redirectToTrackers(config));
  bindFeatures(app, services, { closing: createClosingSignal(app), front });
  serveReference(app, config);
  serveMetricsOnApp(app, config.metrics, services.metrics.registry);
  await app.ready();
  return app;
}

function createFastify({ config, log }: Services, headers: () => Record<string, string>, front?: TrackerFront) {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    trustProxy: trustProxyHops(config.trustedProxies, front !== undefined),
    bodyLimit: BODY_BYTES_MAX,
    serverFactory: createHttpServer,
    routerOptions: { maxParamLength: 256 },
    exposeHeadRoutes: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Requests that the router rejects reach neither hooks nor handlers.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(headers())),
  });
  // All request bodies are JSON.
  app.removeContentTypeParser('text/plain');
  return app;
}

/** Logs the route pattern, not the URL: a URL may contain a secret from an email. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, ip } = request;
    const route = request.routeOptions.url ?? 'page';
    request.log.info({ method, route, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends event streams, which never end by themselves. Other responses are completed. */
    endStreams(): void;
  }
}

function createClosingSignal(app: FastifyInstance): AbortSignal {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // one per stream
  app.decorate('endStreams', () => controller.abort());
  app.addHook('preClose', async () => controller.abort());
  return controller.signal;
}

/**
 * A tracker in front answers TRACKER_ROUTES itself, and the health endpoints as described in roles/tracker.ts. Such
 * requests bypass Fastify: no hook, request log, limit or request ID of this file applies to them. A route with a path
 * of the tracker would never be reached.
 */
function reserveTrackerRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url }) => {
    if (findTrackerRoute(url)) throw new Error(`The tracker answers ${url} before Fastify`);
  });
}

/** On an API without a tracker, tracking links redirect to the trackers, unless both share a host. */
const redirectToTrackers =
  (config: Services['config']) =>
  (url: string): string | null | undefined => {
    if (!findTrackerRoute(url)) return undefined;
    const { publicUrl, trackingUrl } = config;
    return new URL(trackingUrl).host === new URL(publicUrl).host ? null : trackingUrl + url;
  };

/** Which X-Forwarded-For hops are trusted: the tracker in front, then the operator's proxies. */
function trustProxyHops(
  proxies: readonly string[],
  isBehindTracker: boolean,
): (address: string, hop: number) => boolean {
  const isTrusted = createTrustedProxyCheck(proxies);
  return (address, hop) => (isBehindTracker && hop === 0) || isTrusted(address ?? '');
}

/** The apps folder is two levels above both the sources and the bundle. */
const folder = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

type WebFolders = Pick<WebPages, 'webRoot' | 'localesRoot'>;
const BUILT_FOLDERS: WebFolders = { webRoot: folder('web/dist'), localesRoot: folder('../packages/locales') };

function webPagesConfig(config: Services['config'], folders: WebFolders): WebPages {
  if (!existsSync(folders.localesRoot)) throw new Error(`Translations not found: ${folders.localesRoot}`);
  return {
    ...folders,
    settings: () => ({
      appName: config.appName,
      sentryDsn: config.sentryDsn,
      hasDomains: config.trackingZone !== undefined,
      brand: config.brand,
    }),
  };
}
