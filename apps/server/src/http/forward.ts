import { Agent, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { AppError, ERROR_STATUS } from '@poklik/contract/errors';
import type { Logger } from 'pino';
import { translator } from '../i18n/translate.ts';
import { negotiateLanguage } from './language.ts';

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** After this long without a response the API gets a health check; a slow response alone is not a failure. */
const TIMEOUTS = { answerMs: 10_000, aliveMs: 5_000 };
const RETRY_AFTER_SECONDS = 5;

/** One connection per request: the API could close an idle one just when it is reused. */
const agent = new Agent({ keepAlive: false });

/** Forwards requests to the API over a Unix socket, with streamed bodies. */
export function createForwarder(socketPath: string, log: Logger, patience = TIMEOUTS): RequestListener {
  const isAlive = coalesce(() => isResponding(socketPath, patience.aliveMs));
  let hasAnswered = false;

  return (req, res) => {
    let watch: NodeJS.Timeout | undefined;
    const fail = (error: Error) => {
      clearTimeout(watch);
      if (res.destroyed) return;
      // Cut off instead of ended, so that the client does not take a part for the whole.
      if (res.headersSent) return void res.destroy();
      // Until its first response the API is starting.
      if (hasAnswered) log.warn({ reason: error.message }, 'API unavailable');
      hasAnswered = false;
      sendUnavailable(req, res);
    };
    let upstream: ReturnType<typeof request>;
    try {
      const { method, url: path } = req;
      upstream = request({ agent, socketPath, method, path, headers: requestHeaders(req), setHost: false });
    } catch {
      // Node refuses to send some headers that its own parser accepts.
      return void res.writeHead(400, { Connection: 'close' }).end();
    }
    upstream.on('error', fail);
    upstream.on('response', (answer) => {
      clearTimeout(watch);
      hasAnswered = true;
      const headers = withoutHopHeaders(answer);
      if (isHttp2(req)) res.writeHead(answer.statusCode ?? 502, groupHeaders(headers));
      else res.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
      // Event stream clients see the open connection before the first event.
      if (answer.headers['content-type']?.startsWith('text/event-stream')) res.flushHeaders();
      answer.on('error', fail);
      answer.on('close', () => {
        if (!answer.complete) res.destroy();
      });
      answer.pipe(res);
    });
    upstream.on('close', () => {
      req.unpipe(upstream);
      req.resume();
    });
    res.on('close', () => {
      clearTimeout(watch);
      upstream.destroy();
    });
    req.on('error', () => upstream.destroy());
    const watchAnswer = () => {
      watch = setTimeout(async () => {
        if (await isAlive()) watchAnswer();
        else upstream.destroy(new Error('the API does not respond'));
      }, patience.answerMs);
    };
    watchAnswer();
    req.pipe(upstream);
  };
}

/** Unchanged, with the connection's address appended to X-Forwarded-For: the API trusts this hop. */
function requestHeaders(req: IncomingMessage): string[] {
  const headers = withoutHopHeaders(req, ['x-forwarded-for', 'expect', 'content-length']);
  const forwardedFor = [req.headers['x-forwarded-for'] ?? [], req.socket.remoteAddress ?? []].flat();
  headers.push('X-Forwarded-For', forwardedFor.join(', '));
  if (req.headers.host === undefined && isHttp2(req)) headers.push('Host', String(req.headers[':authority'] ?? ''));
  // The framing of the body is always as Node parsed it, whatever Connection names.
  const { 'transfer-encoding': isChunked, 'content-length': length } = req.headers;
  if (isChunked !== undefined || (length === undefined && hasHttp2Body(req)))
    headers.push('Transfer-Encoding', 'chunked');
  else if (length !== undefined) headers.push('Content-Length', length);
  else if (!BODILESS.has(req.method ?? '')) headers.push('Content-Length', '0');
  // Keeps the API's early rejection from being lost while the body is still sent.
  headers.push('Connection', 'keep-alive');
  return headers;
}

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

function withoutHopHeaders(message: IncomingMessage, also: readonly string[] = []): string[] {
  const named = (message.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...also, ...named]);
  return message.rawHeaders.filter((_, index, all) => {
    const name = (all[index & ~1] ?? '').toLowerCase();
    // Pseudo-headers of HTTP/2 begin with a colon.
    return !name.startsWith(':') && !dropped.has(name);
  });
}

const isHttp2 = ({ httpVersionMajor }: IncomingMessage): boolean => httpVersionMajor === 2;

/** In HTTP/2 a body needs neither length nor encoding. */
const hasHttp2Body = (req: IncomingMessage): boolean =>
  isHttp2(req) && !(req as unknown as Http2ServerRequest).stream.endAfterHeaders;

/** Responses of HTTP/2 keep only the last of repeated headers in a list. */
function groupHeaders(list: readonly string[]): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (let at = 0; at < list.length; at += 2) {
    const [name, value] = [(list[at] ?? '').toLowerCase(), list[at + 1] ?? ''];
    groups[name] = [...(groups[name] ?? []), value];
  }
  return groups;
}

function sendUnavailable(req: IncomingMessage, res: ServerResponse): void {
  const { code } = new AppError('unavailable');
  const message = translator(negotiateLanguage(req.headers['accept-language']))(`errors:${code}`);
  const isPage = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
  const body = isPage ? `${message}\n` : JSON.stringify({ message, code });
  res.writeHead(ERROR_STATUS[code], {
    'Content-Type': isPage ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Retry-After': RETRY_AFTER_SECONDS,
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Any response shows that the API's event loop runs. */
const isResponding = (socketPath: string, timeout: number): Promise<boolean> =>
  new Promise((resolve) => {
    const headers = { 'X-Forwarded-For': '127.0.0.1' };
    const probe = request({ agent, socketPath, path: '/v1/live', headers, timeout }, (answer) => {
      answer.resume();
      resolve(true);
    });
    probe.on('timeout', () => probe.destroy(new Error('no response')));
    probe.on('error', () => resolve(false));
    probe.end();
  });

/** Concurrent calls share one result. */
function coalesce<T>(call: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= call().finally(() => {
      running = undefined;
    });
    return running;
  };
}
