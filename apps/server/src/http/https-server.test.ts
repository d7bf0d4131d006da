import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { connect as connectTls, createSecureContext, type SecureVersion } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostOf } from '../host-name.ts';
import { parseCertificate } from '../tls/certificate.ts';
import { createCertificateStore } from '../tls/certificate-store.ts';
import { createForwarder } from './forward.ts';
import { createHttpsServer, type HttpsServer } from './https-server.ts';

const FILES = fileURLToPath(new URL('../testing/certificates/', import.meta.url));
const read = (name: string) => readFile(join(FILES, name), 'utf8');

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
interface Sent {
  host: string;
  path: string;
  method?: string;
  body?: string;
}
type Send = (port: number, sent: Sent) => Promise<Answer>;

const sendHttp1: Send = async (port, { host, path, method = 'GET', body }) => {
  const sent = request({
    ...{ host: '127.0.0.1', port, servername: host, rejectUnauthorized: false, agent: false, method, path },
    headers: { host },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readText(answer) };
};

const sendHttp2: Send = async (port, { host, path, method = 'GET', body }) => {
  const session = connect(`https://127.0.0.1:${port}`, { servername: host, rejectUnauthorized: false });
  try {
    await once(session, 'connect');
    const stream = session.request(
      { ':authority': host, ':path': path, ':method': method },
      { endStream: body === undefined },
    );
    if (body !== undefined) stream.end(body);
    const [headers] = await once(stream, 'response');
    return { status: Number(headers[':status']), headers, body: await readText(stream) };
  } finally {
    session.destroy();
  }
};

const VERSIONS: [string, Send][] = [
  ['HTTP/1.1', sendHttp1],
  ['HTTP/2', sendHttp2],
];

let https: HttpsServer;
let port: number;
let handle: RequestListener;
beforeEach(async () => {
  const store = createCertificateStore();
  store.replaceFiles([parseCertificate(await read('installation.crt'), await read('installation.key'))]);
  const challenge = createSecureContext({ cert: await read('shop.crt'), key: await read('shop.key') });
  https = createHttpsServer(
    store.findContext,
    (req, res) => handle(req, res),
    (host) => (host === 'app.test' ? challenge : undefined),
  );
  https.server.listen(0, '127.0.0.1');
  await once(https.server, 'listening');
  port = (https.server.address() as AddressInfo).port;
});
afterEach(() => https.drain());

describe.each<SecureVersion>(['TLSv1.2', 'TLSv1.3'])('a handshake of %s', (maxVersion) => {
  const certificateFor = async (servername: string, protocol: string) => {
    const options = { host: '127.0.0.1', port, servername, maxVersion, rejectUnauthorized: false };
    const socket = connectTls({ ...options, ALPNProtocols: [protocol] });
    await once(socket, 'secureConnect');
    const { subjectaltname } = socket.getPeerCertificate();
    socket.destroy();
    return subjectaltname;
  };

  it('answers a challenge, while visitors get the usual certificate', async () => {
    expect(await certificateFor('app.test', 'acme-tls/1')).toBe('DNS:go.shop.test');
    expect(await certificateFor('app.test', 'h2')).toBe('DNS:app.test, DNS:*.links.test');
    await expect(certificateFor('a.links.test', 'acme-tls/1')).rejects.toThrow();
  });
});

describe.each(VERSIONS)('a request over %s', (_version, send) => {
  it('names its host and gets its answer, with a list of headers too', async () => {
    handle = (req, res) => {
      res.writeHead(302, ['Location', `https://${hostOf(req)}${req.url}`, 'Set-Cookie', 'a=1', 'Connection', 'close']);
      res.end();
    };
    const { status, headers } = await send(port, { host: 'a.links.test', path: '/c/key?x=1' });
    expect([status, headers.location, headers['set-cookie']]).toEqual([302, 'https://a.links.test/c/key?x=1', ['a=1']]);
  });

  it('is forwarded with its body, and every cookie of the answer comes back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'poklik-https-'));
    const socketPath = join(folder, 'api');
    const api = createServer(async (req, res) => {
      const body = await readText(req);
      res.writeHead(200, [...['Set-Cookie', 'a=1'], ...['Set-Cookie', 'b=2'], 'Content-Type', 'application/json']);
      res.end(JSON.stringify({ host: req.headers.host, method: req.method, url: req.url, body }));
    });
    api.listen(socketPath);
    await once(api, 'listening');
    handle = createForwarder(socketPath, pino({ level: 'silent' }));
    const answer = await send(port, { host: 'app.test', path: '/v1/login?a=b', method: 'POST', body: '{"a":"ї"}' });
    expect(JSON.parse(answer.body)).toEqual({
      host: 'app.test',
      method: 'POST',
      url: '/v1/login?a=b',
      body: '{"a":"ї"}',
    });
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    const empty = await send(port, { host: 'app.test', path: '/v1/logout', method: 'POST' });
    expect(JSON.parse(empty.body)).toMatchObject({ method: 'POST', body: '' });
    api.close();
    await rm(folder, { recursive: true });
  });

  it('for a host without a certificate fails in the handshake', async () => {
    handle = (_req, res) => res.end();
    await expect(send(port, { host: 'stranger.test', path: '/' })).rejects.toThrow();
  });

  it('that is running when the server stops gets its answer', async () => {
    let reached = () => {};
    const isReached = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let finish = () => {};
    handle = (_req, res) => {
      finish = () => res.end('done');
      reached();
    };
    const answer = send(port, { host: 'app.test', path: '/' });
    await isReached;
    const drained = https.drain();
    finish();
    expect((await answer).body).toBe('done');
    await drained;
    await expect(send(port, { host: 'app.test', path: '/' })).rejects.toThrow();
  });
});
