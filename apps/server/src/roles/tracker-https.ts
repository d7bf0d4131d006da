import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { hostOf } from '../host-name.ts';
import { listenOn } from '../http/http-server.ts';
import { createHttpsServer } from '../http/https-server.ts';
import type { HttpsConfig } from '../https-settings.ts';
import { type CertificateFolder, watchCertificateFolder } from '../tls/certificate-folder.ts';
import { type CertificateStore, createCertificateStore } from '../tls/certificate-store.ts';
import { CHALLENGE_PATH } from '../tls/challenges.ts';
import type { OrderedCertificates } from '../tls/ordered-certificates.ts';
import { createTrustedProxyCheck } from '../tracking/addresses/client-address.ts';
import { HEALTH_PATHS } from '../tracking/hosts/host-requests.ts';
import { findTrackerRoute } from '../tracking/routes.ts';

interface HttpsOptions {
  host: string;
  https: HttpsConfig;
  ordered: OrderedCertificates;
  handle: RequestListener;
  log: Logger;
}

/** Serves HTTPS beside plain HTTP. Returns a function that stops it. */
export async function serveHttps({ host, https, ordered, handle, log }: HttpsOptions): Promise<() => Promise<void>> {
  const certificates = createCertificateStore();
  const folder = await watchOwnCertificates(https, certificates, log);
  await ordered.loadInto(certificates);
  const { server, drain } = createHttpsServer(certificates.findContext, handle, ordered.findChallengeContext);
  await listenOn(server, { host, port: https.port, setting: 'HTTPS_PORT' });
  return async () => {
    folder?.stop();
    await drain();
  };
}

const watchOwnCertificates = async (
  { certificateFolder: folder }: HttpsConfig,
  certificates: CertificateStore,
  log: Logger,
): Promise<CertificateFolder | undefined> =>
  folder === undefined
    ? undefined
    : watchCertificateFolder({
        folder,
        log,
        onChange(next) {
          certificates.replaceFiles(next);
          log.info({ hosts: next.flatMap(({ names }) => names) }, 'certificates loaded');
        },
      });

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
    !pathOf(req).startsWith(CHALLENGE_PATH) &&
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
