import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Config, HttpsConfig } from '../config.ts';
import { hostOf } from '../host-name.ts';
import { listenOn } from '../http/http-server.ts';
import { createHttpsServer } from '../http/https-server.ts';
import { watchCertificateFolder } from '../tls/certificate-folder.ts';
import { createCertificateStore } from '../tls/certificate-store.ts';
import { createTrustedProxyCheck } from '../tracking/addresses/client-address.ts';
import { HEALTH_PATHS } from '../tracking/hosts/host-requests.ts';
import { findTrackerRoute } from '../tracking/routes.ts';

interface HttpsOptions {
  host: string;
  https: HttpsConfig;
  handle: RequestListener;
  log: Logger;
}

/** Serves HTTPS beside plain HTTP. Returns a function that stops it. */
export async function serveHttps({ host, https, handle, log }: HttpsOptions): Promise<() => Promise<void>> {
  const certificates = createCertificateStore();
  const folder = await watchCertificateFolder({
    folder: https.certificateFolder,
    log,
    onChange(next) {
      certificates.replaceAll(next);
      log.info({ hosts: next.flatMap(({ names }) => names) }, 'certificates loaded');
    },
  });
  const { server, drain } = createHttpsServer(certificates.findContext, handle);
  await listenOn(server, { host, port: https.port, setting: 'HTTPS_PORT' });
  return async () => {
    folder.stop();
    await drain();
  };
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/** What serves requests over plain HTTP. A redirect would lose clicks, so only the application has one. */
export function redirectToHttps(
  { publicUrl, trackingZone, trustedProxies }: Config,
  handle: RequestListener,
): RequestListener {
  if (!publicUrl.startsWith('https:')) return handle;
  const isTrustedProxy = createTrustedProxyCheck(trustedProxies);
  const isForApp = (req: IncomingMessage): boolean =>
    (trackingZone === undefined || trackingZone.appHosts.includes(hostOf(req))) &&
    findTrackerRoute(req.url ?? '') === undefined &&
    !HEALTH_PATHS.has(pathOf(req)) &&
    pathOf(req) !== TLS_ASK_PATH &&
    // Its connection to the visitor may be encrypted.
    !isTrustedProxy(req.socket.remoteAddress ?? '');
  return (req, res) => {
    if (!isForApp(req)) return handle(req, res);
    res.writeHead(308, {
      Location: `${publicUrl}${req.url ?? '/'}`,
      'Content-Length': '0',
      'Cache-Control': 'no-store',
    });
    res.end();
  };
}

const TLS_ASK_PATH = '/internal/tls-ask';

/**
 * Tells a proxy in front whether to get a certificate for a host. Returns whether the request was such a question:
 * nobody else learns which hosts there are.
 */
export function createTlsAsk({ trustedProxies }: Pick<Config, 'trustedProxies'>) {
  const isProxy = createTrustedProxyCheck(['loopback', ...trustedProxies]);
  return (...[req, res, servesHost]: [...Parameters<RequestListener>, (host: string) => boolean]): boolean => {
    if (pathOf(req) !== TLS_ASK_PATH || req.headers['x-forwarded-for'] !== undefined) return false;
    if (!isProxy(req.socket.remoteAddress ?? '')) return false;
    const domain = new URLSearchParams(req.url?.split('?', 2)[1]).get('domain') ?? '';
    res.writeHead(servesHost(domain.toLowerCase()) ? 200 : 404, { 'Content-Length': '0', 'Cache-Control': 'no-store' });
    res.end();
    return true;
  };
}
