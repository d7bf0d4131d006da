import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from '@poklik/domain/conversions/public-address';
import { resolveName } from './resolve-name.ts';

/** The address leads where the server does not go. Trying again would change nothing. */
export class RefusedAddress extends Error {}

interface Options {
  method: 'GET' | 'POST';
  /** For tests and closed networks: the machine itself may be asked too, on any port. */
  allowLoopback: boolean;
  /** Ends it at once. */
  signal?: AbortSignal;
  /** DNS servers to ask; without any those of the system. */
  dnsServers?: readonly string[];
  /** Instead of DNS, for tests. */
  resolve?: (host: string) => Promise<string[]>;
}

/** For everything together: names, connections, redirects and answers. */
const PATIENCE_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const REDIRECTS_MAX = 3;
const PORTS = new Set(['', '80', '443']);

/**
 * Asks an address that a customer wrote down. Its name is looked up once, every address behind it must be on the open
 * Internet, and the connection goes to the very address that was checked: a name that answers differently the next
 * time gains nothing. A redirect is a new address and is checked like the first.
 */
export async function guardedRequest(address: string, options: Options): Promise<{ status: number }> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const signal = options.signal ? AbortSignal.any([patience, options.signal]) : patience;
  let url = parse(address);
  for (let hop = 0; ; hop += 1) {
    const ip = await checkedAddress(url, options, signal);
    const { status, location } = await ask(url, ip, { method: hop === 0 ? options.method : 'GET', signal });
    const isRedirect = status >= 300 && status < 400 && location !== undefined;
    if (!isRedirect) return { status };
    if (hop === REDIRECTS_MAX) throw new RefusedAddress('too many redirects');
    url = parse(location, url);
  }
}

function parse(address: string, base?: URL): URL {
  try {
    return new URL(address, base);
  } catch {
    throw new RefusedAddress('no address');
  }
}

async function checkedAddress(
  url: URL,
  { allowLoopback, dnsServers = [], resolve }: Options,
  signal: AbortSignal,
): Promise<string> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new RefusedAddress('neither http nor https');
  if (url.username !== '' || url.password !== '') throw new RefusedAddress('an address with a password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [host] : await (resolve?.(host) ?? resolveName(host, dnsServers, signal));
  const [first] = found;
  if (first === undefined) throw new Error(`${host} has no address`);
  if (allowLoopback && found.every(isLoopback)) return first;
  if (!found.every(isPublicAddress)) throw new RefusedAddress('not on the open Internet');
  if (!PORTS.has(url.port)) throw new RefusedAddress('another port than 80 and 443');
  return first;
}

function ask(
  url: URL,
  ip: string,
  { method, signal }: { method: string; signal: AbortSignal },
): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = send(
      url,
      {
        method,
        agent: false,
        signal,
        headers: { 'user-agent': 'Poklik', accept: '*/*', ...(method === 'POST' ? { 'content-length': '0' } : {}) },
        // Whatever the name says by now: this address was checked.
        lookup: (_host, { all }, answer) => {
          const family = isIP(ip);
          if (all) answer(null, [{ address: ip, family }]);
          else answer(null, ip, family);
        },
      },
      (answer) => {
        const { statusCode = 0, headers } = answer;
        readAway(answer, () => resolve({ status: statusCode, location: headers.location }), reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** What it says is not needed, and not more of it is read than courtesy asks. */
function readAway(answer: IncomingMessage, done: () => void, fail: (error: Error) => void): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) {
      answer.destroy();
      done();
    }
  });
  answer.on('end', done);
  answer.on('error', fail);
}
