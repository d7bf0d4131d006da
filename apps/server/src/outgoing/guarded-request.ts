import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { OutgoingHeader, OutgoingMethod } from '@poklik/contract/outgoing-request';
import { isLoopback, isPublicAddress } from '@poklik/domain/ip/public-address';
import { resolveName } from './resolve-name.ts';

/** The URL leads to a forbidden address. Retrying would not help. */
export class BlockedAddress extends Error {}

type Method = OutgoingMethod | 'HEAD';

interface Options {
  method: Method;
  /** Not sent to another origin after a redirect. */
  headers?: readonly OutgoingHeader[];
  /** For POST and PUT. */
  body?: string;
  /** For tests and closed networks: allows this machine, on any port. */
  allowLoopback: boolean;
  /** Aborts the request. */
  signal?: AbortSignal;
  /** DNS servers; the system's if empty. */
  dnsServers?: readonly string[];
  /** Returns the text of the response too. */
  isBodyWanted?: boolean;
  /** 3 if omitted. */
  redirectsMax?: number;
  /** Replaces DNS in tests. */
  resolve?: (host: string) => Promise<string[]>;
}

/** More redirects than are followed. */
export class TooManyRedirects extends BlockedAddress {}

/** For everything together: DNS, connections, redirects and responses. */
const TIMEOUT_MS = 10_000;
const RESPONSE_MAX_BYTES = 64 * 1024;
const REDIRECTS_MAX = 3;
const PORTS = new Set(['', '80', '443']);

/**
 * Requests a URL that a customer entered. Its name is resolved once, every address must be public, and the connection
 * goes to the checked address, which prevents DNS rebinding. Redirects of GET and HEAD are checked the same way; those of
 * POST and PUT are not followed, because their body would get lost or reach another server.
 */
export async function guardedRequest(address: string, options: Options): Promise<{ status: number; body?: string }> {
  const patience = AbortSignal.timeout(TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([patience, options.signal]) : patience;
  const { method, headers = [], redirectsMax = REDIRECTS_MAX } = options;
  let url = parse(address);
  const { origin } = url;
  for (let hop = 0; ; hop += 1) {
    const ip = await resolveAllowedAddress(url, options, signal);
    const { status, location, body } = await sendRequest(url, ip, {
      method,
      headers: url.origin === origin ? headers : [],
      content: options.body ?? '',
      signal,
    });
    const isFollowed = isRead(method) && status >= 300 && status < 400 && location !== undefined;
    if (!isFollowed) return options.isBodyWanted ? { status, body } : { status };
    if (hop === redirectsMax) throw new TooManyRedirects('too many redirects');
    url = parse(location, url);
  }
}

const isRead = (method: Method): boolean => method === 'GET' || method === 'HEAD';

function parse(address: string, base?: URL): URL {
  try {
    return new URL(address, base);
  } catch {
    throw new BlockedAddress('no address');
  }
}

async function resolveAllowedAddress(
  url: URL,
  { allowLoopback, dnsServers = [], resolve }: Options,
  signal: AbortSignal,
): Promise<string> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new BlockedAddress('neither http nor https');
  if (url.username !== '' || url.password !== '') throw new BlockedAddress('an address with a password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [host] : await (resolve?.(host) ?? resolveName(host, dnsServers, signal));
  const [first] = found;
  if (first === undefined) throw new Error(`${host} has no address`);
  if (allowLoopback && found.every(isLoopback)) return first;
  if (!found.every(isPublicAddress)) throw new BlockedAddress('not on the open Internet');
  if (!PORTS.has(url.port)) throw new BlockedAddress('another port than 80 and 443');
  return first;
}

interface SentRequest {
  method: Method;
  headers: readonly OutgoingHeader[];
  content: string;
  signal: AbortSignal;
}

/** Headers of the postback replace the program's own. */
function toHeaders({ method, headers, content }: SentRequest): Record<string, string> {
  const own = new Set(headers.map(({ name }) => name.toLowerCase()));
  return {
    'user-agent': 'Poklik',
    ...(own.has('accept') ? {} : { accept: '*/*' }),
    ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    ...(isRead(method) ? {} : { 'content-length': String(Buffer.byteLength(content)) }),
  };
}

function sendRequest(
  url: URL,
  ip: string,
  sent: SentRequest,
): Promise<{ status: number; location: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(
      url,
      {
        method: sent.method,
        agent: false,
        signal: sent.signal,
        headers: toHeaders(sent),
        // Connects to the checked address, whatever the name resolves to now.
        lookup: (_host, { all }, answer) => {
          const family = isIP(ip);
          if (all) answer(null, [{ address: ip, family }]);
          else answer(null, ip, family);
        },
      },
      (answer) => {
        const { statusCode = 0, headers } = answer;
        readBody(answer, (body) => resolve({ status: statusCode, location: headers.location, body }), reject);
      },
    );
    request.on('error', reject);
    request.end(isRead(sent.method) ? '' : sent.content);
  });
}

/** Reads only the beginning of a long body. */
function readBody(answer: IncomingMessage, done: (body: string) => void, fail: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const finish = () => done(Buffer.concat(chunks).toString('utf8'));
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > RESPONSE_MAX_BYTES) {
      answer.destroy();
      finish();
    }
  });
  answer.on('end', finish);
  answer.on('error', fail);
}
