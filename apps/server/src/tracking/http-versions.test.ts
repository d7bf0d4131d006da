import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpsServer, type HttpsServer } from '../http/https-server.ts';
import { createTestTracking, DESKTOP, type TestTracking } from '../testing/test-tracker.ts';
import { parseCertificate } from '../tls/certificate.ts';
import { createCertificateStore } from '../tls/certificate-store.ts';

const CERTIFICATES = fileURLToPath(new URL('../testing/certificates/', import.meta.url));
const HOST = 'app.test';
/** In the order of the requests; one visitor for each version, who are the same in all else. */
const VISITORS = ['203.0.113.7', '203.0.113.8'];
/** These belong to the connection, the moment or the visitor. */
const OWN_HEADERS = [':status', 'connection', 'keep-alive', 'transfer-encoding', 'date'];
const OWN_FIELDS = ['click_id', 'at', 'ip', 'visitor', 'draw', 'id', 'final_url'];

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

let tracking: TestTracking;
let https: HttpsServer;
let session: ClientHttp2Session;
let port: number;
beforeAll(async () => {
  tracking = await createTestTracking();
  const store = createCertificateStore();
  const [chain, key] = ['installation.crt', 'installation.key'].map((name) => readFile(CERTIFICATES + name, 'utf8'));
  store.replaceFiles([parseCertificate((await chain) ?? '', (await key) ?? '')]);
  https = createHttpsServer(store.findContext, (req, res) => {
    if (!tracking.tracker.handle(req, res)) res.writeHead(418).end();
  });
  https.server.listen(0, '127.0.0.1');
  await once(https.server, 'listening');
  ({ port } = https.server.address() as AddressInfo);
  session = connect(`https://127.0.0.1:${port}`, { servername: HOST, rejectUnauthorized: false });
  await once(session, 'connect');
});
afterAll(async () => {
  session?.destroy();
  await https?.drain();
  await tracking?.close();
});

async function overHttp1({ method, path, headers, body }: Sent): Promise<Answer> {
  const options = { host: '127.0.0.1', port, servername: HOST, rejectUnauthorized: false, agent: false };
  const sent = request({ ...options, method, path, headers: { host: HOST, ...headers } });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readText(answer) };
}

async function overHttp2({ method, path, headers, body }: Sent): Promise<Answer> {
  const names = { ':authority': HOST, ':path': path, ':method': method, ...headers };
  const stream = session.request(names, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  return { status: Number(answered[':status']), headers: answered, body: await readText(stream) };
}

/** Everything that was recorded since the last call, without what may differ. */
function recorded() {
  const { clicks, events, postbacks } = tracking.log;
  const all = [clicks.splice(0), events.splice(0), postbacks.splice(0)].flat() as object[];
  return all.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => !OWN_FIELDS.includes(name))));
}

/** A click has an ID of its own, which no other click gets. */
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.entries(headers)
    .filter(([name]) => !OWN_HEADERS.includes(name))
    .map(([name, value]) => `${name}: ${String(value).replace(/(?<=[?;=])[\w-]{20,}/g, 'ID')}`)
    .sort(),
  body,
});

it('tracker: the same answers and records over HTTP/1.1 and HTTP/2', async () => {
  const settings = { default_url: 'https://shop.test/?c={click_id}&s={sub1}', sticky: true };
  const { key } = await tracking.campaign({ ...settings, status: 'active' });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const list: [string, string, (Record<string, string> | undefined)?, string?][] = [
    ['GET', `/c/${key}?sub1=%D1%97&cost=0.1`, { referer: 'https://news.example.com/a', 'accept-language': 'uk' }],
    ['GET', `/c/${key}?sub1=a%0d%0ab`],
    ['GET', `/c/${key}`, { 'sec-purpose': 'prefetch' }],
    ['GET', `/c/${key}`, { 'user-agent': 'Googlebot/2.1' }],
    ['GET', `/c/${key}`, { cookie: 'token=abc; a=b' }],
    ['HEAD', `/c/${key}`],
    ['POST', `/c/${key}`, {}, 'a=b'],
    ['GET', `/c/${key}+`, { 'accept-language': 'ru' }],
    ['GET', '/c/unknown'],
    ['GET', `/c/${key}?x=${'x'.repeat(8_200)}`],
    ['GET', `/i/${key}.gif`],
    ['GET', '/i/unknown.gif'],
    ['GET', `/e?n=view&k=${key}`],
    ['POST', '/e', { 'content-type': 'text/plain' }, `n=buy&k=${key}`],
    ['GET', '/t.js'],
    ['POST', '/v', { origin: 'https://shop.test' }, `k=${key}`],
    ['POST', '/v', { authorization: 'Bearer unknown' }, '{}'],
    ['GET', '/v'],
    ['GET', '/o/1?l=unknown'],
    ['HEAD', '/o'],
    ['GET', '/o+?l=unknown'],
    ['GET', '/postback?cid=unknown&key=k&payout=1.5'],
    ['POST', '/postback', form, 'cid=unknown&key=k&status=approved'],
    ['GET', '/postback'],
    ['GET', '/p.gif?cid=unknown'],
    ['DELETE', '/postback?cid=unknown'],
    ['GET', '/postback/n/unknown?cid=unknown'],
    ['GET', '/postback/a/unknown?cid=unknown'],
    ['GET', '/v1/login'],
  ];
  recorded();
  for (const [method, path, headers = {}, body] of list) {
    const sentBy = (visitor = '') => ({
      ...{ method, path, body },
      headers: { 'user-agent': DESKTOP, 'x-forwarded-for': visitor, ...headers },
    });
    const first = { ...comparable(await overHttp1(sentBy(VISITORS[0]))), records: recorded() };
    const second = { ...comparable(await overHttp2(sentBy(VISITORS[1]))), records: recorded() };
    expect([method, path, second]).toEqual([method, path, first]);
  }
});
