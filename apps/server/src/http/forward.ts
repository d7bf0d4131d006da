import { Agent, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import { AppError, ERROR_STATUS } from '@poklik/contract/errors';
import type { Logger } from 'pino';
import { translator } from '../i18n/translate.ts';
import { languageOf } from './language.ts';

/** Headers that concern one connection only, never the message (RFC 9110, 7.6.1). */
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

/** After this long without an answer the api is asked whether it is alive; a slow answer alone is no failure. */
const PATIENCE = { answerMs: 10_000, aliveMs: 5_000 };
const RETRY_AFTER_SECONDS = 5;

/** A connection per request: a kept one could be closed by the api at the moment it is used again. */
const agent = new Agent({ keepAlive: false });

/** Passes requests on to the api behind a Unix socket, bodies and answers as streams. */
export function forwardTo(socketPath: string, log: Logger, patience = PATIENCE): RequestListener {
  const isAlive = coalesce(() => answers(socketPath, patience.aliveMs));
  let hasAnswered = false;

  return (req, res) => {
    let watch: NodeJS.Timeout | undefined;
    const fail = (error: Error) => {
      clearTimeout(watch);
      if (res.destroyed) return;
      // Cut short rather than ended: the client must not take a part for the whole.
      if (res.headersSent) return void res.destroy();
      // Until its first answer the api is only starting.
      if (hasAnswered) log.warn({ reason: error.message }, 'api unavailable');
      hasAnswered = false;
      sendUnavailable(req, res);
    };
    let upstream: ReturnType<typeof request>;
    try {
      const { method, url: path } = req;
      upstream = request({ agent, socketPath, method, path, headers: requestHeaders(req), setHost: false });
    } catch {
      // Node refuses to send what its own parser let through.
      return void res.writeHead(400, { Connection: 'close' }).end();
    }
    upstream.on('error', fail);
    upstream.on('response', (answer) => {
      clearTimeout(watch);
      hasAnswered = true;
      res.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHopHeaders(answer));
      // The reader of an event stream learns that it is open before the first event.
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
        else upstream.destroy(new Error('the api does not answer'));
      }, patience.answerMs);
    };
    watchAnswer();
    req.pipe(upstream);
  };
}

/** As they came, with the address of the connection added to X-Forwarded-For: the api trusts this one hop. */
function requestHeaders(req: IncomingMessage): string[] {
  const headers = withoutHopHeaders(req, ['x-forwarded-for', 'expect', 'content-length']);
  const forwardedFor = [req.headers['x-forwarded-for'] ?? [], req.socket.remoteAddress ?? []].flat();
  headers.push('X-Forwarded-For', forwardedFor.join(', '));
  // Where the body ends is always said as the parser understood it, whatever Connection names.
  const { 'transfer-encoding': isChunked, 'content-length': length } = req.headers;
  if (isChunked !== undefined) headers.push('Transfer-Encoding', 'chunked');
  else if (length !== undefined) headers.push('Content-Length', length);
  else if (!BODILESS.has(req.method ?? '')) headers.push('Content-Length', '0');
  // Not closed by the api while a body it refused is still on its way: the refusal would be lost with it.
  headers.push('Connection', 'keep-alive');
  return headers;
}

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

function withoutHopHeaders(message: IncomingMessage, also: readonly string[] = []): string[] {
  const named = (message.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...also, ...named]);
  return message.rawHeaders.filter((_, index, all) => !dropped.has((all[index & ~1] ?? '').toLowerCase()));
}

function sendUnavailable(req: IncomingMessage, res: ServerResponse): void {
  const { code } = new AppError('unavailable');
  const message = translator(languageOf(req.headers['accept-language']))(`errors:${code}`);
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

/** Any answer at all shows that the event loop of the api turns. */
const answers = (socketPath: string, timeout: number): Promise<boolean> =>
  new Promise((resolve) => {
    const headers = { 'X-Forwarded-For': '127.0.0.1' };
    const probe = request({ agent, socketPath, path: '/v1/live', headers, timeout }, (answer) => {
      answer.resume();
      resolve(true);
    });
    probe.on('timeout', () => probe.destroy(new Error('no answer')));
    probe.on('error', () => resolve(false));
    probe.end();
  });

/** Calls that come while one is under way get its result. */
function coalesce<T>(call: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= call().finally(() => {
      running = undefined;
    });
    return running;
  };
}
