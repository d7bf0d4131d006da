import type { RequestListener } from 'node:http';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SecureContext, TLSSocket } from 'node:tls';

const HANDSHAKE_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 10_000;
const SESSION_IDLE_MS = 65_000;
/** How a certificate authority says in a handshake that it wants the answer to its challenge (RFC 8737). */
const CHALLENGE_PROTOCOL = 'acme-tls/1';

export interface HttpsServer {
  server: Http2SecureServer;
  /** Stops accepting, lets running requests finish, then closes what is left. */
  drain(): Promise<void>;
}

type FindContext = (host: string) => SecureContext | undefined;

/**
 * HTTP/2 and HTTP/1.1 on one port, with the certificate of the host that the handshake names. Requests of HTTP/2 look
 * like those of HTTP/1.1 to the handler, except for their host; see `hostOf`.
 */
export function createHttpsServer(
  findContext: FindContext,
  handler: RequestListener,
  findChallengeContext: FindContext = () => undefined,
): HttpsServer {
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<Socket>();
  let isDraining = false;
  const server = createSecureServer(
    {
      allowHTTP1: true,
      minVersion: 'TLSv1.2',
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      ...createHandshake(findContext, findChallengeContext),
    },
    (req, res) => {
      const [request, response] = [req, res] as unknown as Parameters<RequestListener>;
      if (isDraining && req.httpVersionMajor === 1) response.shouldKeepAlive = false;
      handler(request, response);
    },
  );
  server.on('session', (session) => {
    sessions.add(session);
    session.setTimeout(SESSION_IDLE_MS, () => session.close());
    session.once('close', () => sessions.delete(session));
    session.on('error', () => undefined); // the client is gone
  });
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // The challenge is answered by the handshake alone.
  server.on('unknownProtocol', (socket) => socket.destroy());
  // Strangers and scanners fail here all the time.
  server.on('tlsClientError', (_error, socket) => socket.destroy());

  return {
    server,
    async drain() {
      if (!server.listening) return;
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of sessions) session.close();
      await Promise.race([closed, sleep(REQUEST_TIMEOUT_MS, undefined, { ref: false })]);
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/**
 * Chooses protocol and certificate of a handshake. Visitors of a host with an open challenge get its usual certificate:
 * only who asks for the protocol of challenges gets the other one. TLS 1.3 chooses the protocol first, TLS 1.2 the
 * certificate.
 */
function createHandshake(findContext: FindContext, findChallengeContext: FindContext) {
  const challenged = new WeakSet<object>();
  return {
    ALPNCallback(this: unknown, { servername, protocols }: { servername: string; protocols: string[] }) {
      if (!protocols.includes(CHALLENGE_PROTOCOL))
        return ['h2', 'http/1.1'].find((protocol) => protocols.includes(protocol));
      const context = findChallengeContext(servername);
      if (context === undefined || !(this instanceof TLSSocket)) return undefined;
      challenged.add(this);
      this.setKeyCert(context);
      return CHALLENGE_PROTOCOL;
    },
    // Without a context the handshake fails, which also refuses clients that name no host.
    SNICallback(this: unknown, host: string, done: (error: Error | null, context?: SecureContext) => void) {
      const isChallenge = this instanceof TLSSocket && challenged.has(this);
      done(null, (isChallenge ? undefined : findContext(host)) ?? findChallengeContext(host));
    },
  };
}
