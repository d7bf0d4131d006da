import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, type RequestListener, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createForwarder } from './forward.ts';
import { createHttpServer } from './http-server.ts';

const SILENT = pino({ level: 'silent' });

let folder: string;
const closers: (() => void)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poklik-forward-'));
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await rm(folder, { recursive: true, force: true });
});

/** A forwarder in front of a fake API, or of none. */
async function serve(api?: RequestListener, patience?: { answerMs: number; aliveMs: number }): Promise<number> {
  const path = join(folder, 'api.sock');
  if (api) {
    const upstream = createHttpServer(api);
    await new Promise<void>((resolve) => upstream.listen({ path }, resolve));
    closers.push(
      () => upstream.close(),
      () => upstream.closeAllConnections(),
    );
  }
  const front = createHttpServer(createForwarder(path, SILENT, patience));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => front.close(),
    () => front.closeAllConnections(),
  );
  return (front.address() as AddressInfo).port;
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Responds with what it was sent. */
const echo: RequestListener = async (req, res) => {
  const { method, url, rawHeaders } = req;
  const body = await bodyOf(req);
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ method, url, rawHeaders, body }));
};

/** The response to raw bytes, until the connection closes. */
const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });

const echoed = (answer: string) => {
  const json = /\{.*\}/s.exec(answer)?.[0] ?? '{}';
  const { rawHeaders = [], ...rest } = JSON.parse(json) as {
    rawHeaders: string[];
    method: string;
    url: string;
    body: string;
  };
  const headers: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.push([rawHeaders[at]?.toLowerCase() ?? '', rawHeaders[at + 1] ?? '']);
  return { ...rest, headers, all: (name: string) => headers.filter(([key]) => key === name).map(([, value]) => value) };
};

describe('forwarded requests', () => {
  it('are unchanged, with the client address appended', async () => {
    const port = await serve(echo);
    const answer = echoed(
      await raw(
        port,
        'GET /v1/x//y?a=%20&b=[1] HTTP/1.1\r\nHost: app.test\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 5.6.7.8\r\nCookie: a=1\r\nX-Two: 1\r\nX-Two: 2\r\nConnection: close\r\n\r\n',
      ),
    );
    expect(answer).toMatchObject({ method: 'GET', url: '/v1/x//y?a=%20&b=[1]', body: '' });
    expect(answer.all('x-forwarded-for')).toEqual(['1.2.3.4, 5.6.7.8, 127.0.0.1']);
    expect([answer.all('host'), answer.all('cookie'), answer.all('x-two')]).toEqual([
      ['app.test'],
      ['a=1'],
      ['1', '2'],
    ]);
  });

  it('omit hop-by-hop headers', async () => {
    const port = await serve(echo);
    const answer = echoed(
      await raw(
        port,
        'GET / HTTP/1.1\r\nHost: a\r\nConnection: close, x-secret, X-Forwarded-For\r\nX-Secret: 1\r\nKeep-Alive: timeout=1\r\nTE: trailers\r\nProxy-Authorization: x\r\nUpgrade: websocket\r\n\r\n',
      ),
    );
    expect(answer.headers.map(([name]) => name).sort()).toEqual(['connection', 'host', 'x-forwarded-for']);
    expect(answer.all('x-forwarded-for')).toEqual(['127.0.0.1']);
  });

  it.each([
    ['GET', 'Content-Length: 44'],
    ['POST', 'Content-Length: 44'],
    ['GET', 'Transfer-Encoding: chunked'],
  ])('stay one request when a %s hides a second one in its body behind "Connection" (%s)', async (method, framing) => {
    const seen: string[] = [];
    const port = await serve((req, res) => {
      seen.push(req.url ?? '');
      echo(req, res);
    });
    const hidden = 'GET /v1/hidden HTTP/1.1\r\nHost: a\r\nX-A: 123\r\n\r\n'.slice(0, 44);
    const body = framing.startsWith('T') ? `2c\r\n${hidden}\r\n0\r\n\r\n` : hidden;
    const names = 'close, content-length, transfer-encoding';
    await raw(port, `${method} /v1/open HTTP/1.1\r\nHost: a\r\nConnection: ${names}\r\n${framing}\r\n\r\n${body}`);
    expect(seen).toEqual(['/v1/open']);
  });

  it.each(['POST', 'PUT', 'DELETE'])('have no body when a %s has none', async (method) => {
    const port = await serve(echo);
    const answer = echoed(await raw(port, `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`));
    expect(answer.body).toBe('');
    expect(answer.all('transfer-encoding')).toEqual([]);
  });

  it('support chunked bodies and Expect', async () => {
    const port = await serve(echo);
    const chunked =
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';
    expect(echoed(await raw(port, chunked)).body).toBe('abc');
    const answer = await raw(
      port,
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue/);
    expect(echoed(answer)).toMatchObject({ body: 'ab' });
    expect(echoed(answer).all('expect')).toEqual([]);
  });
});

describe('forwarded responses', () => {
  it('keep status, headers and body', async () => {
    const port = await serve((_, res) => {
      res.writeHead(207, 'Strange', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Keep-Alive', 'timeout=1', 'X-A', 'ü']);
      res.end('text');
    });
    const answer = await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 207 Strange\r\n/);
    expect(answer).toContain('Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n');
    expect(answer).not.toContain('Keep-Alive: timeout=1\r\n');
    expect(answer).toContain('text');
  });

  it('have no body for HEAD, 204 and 304', async () => {
    const port = await serve((req, res) => {
      const status = Number(req.url?.slice(1));
      res
        .writeHead(status, status === 200 ? { 'content-length': '5' } : {})
        .end(req.method === 'HEAD' ? '' : undefined);
    });
    const head = await raw(port, 'HEAD /200 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(head).toMatch(/content-length: 5\r\n/i);
    expect(head.endsWith('\r\n\r\n')).toBe(true);
    for (const status of [204, 304]) {
      const answer = await raw(port, `GET /${status} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(answer.endsWith('\r\n\r\n')).toBe(true);
      expect(answer).not.toMatch(/transfer-encoding/i);
    }
  });

  it('arrive even if a large body was rejected early', async () => {
    const port = await serve((_, res) => void res.writeHead(413).end('too large'));
    for (let round = 0; round < 20; round += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Buffer.alloc(8_000_000) });
      expect([answer.status, await answer.text()]).toEqual([413, 'too large']);
    }
  });

  it('stream each event, and disconnects reach the API', async () => {
    let send: (text: string) => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closers.push(() => resolve());
      void serve((_, res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        res.flushHeaders();
        send = (text) => res.write(text);
        res.on('close', resolve);
      }).then(async (port) => {
        const reading = new AbortController();
        const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: reading.signal });
        const reader = answer.body?.getReader();
        for (const event of ['one', 'two']) {
          send(event);
          expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(event);
        }
        reading.abort();
      });
    });
    await gone;
  });

  it('are cut off when the API dies in the middle', async () => {
    const port = await serve((_, res) => {
      res.writeHead(200, { 'content-type': 'text/plain' }).write('half');
      setTimeout(() => res.destroy(), 20);
    });
    await expect(fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())).rejects.toThrow();
  });

  it("are 503 with Retry-After without an API, in the reader's language", async () => {
    const port = await serve();
    const call = await fetch(`http://127.0.0.1:${port}/v1/profile`, { headers: { 'accept-language': 'uk' } });
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await call.json()).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/[а-яі]/i) });
    const page = await fetch(`http://127.0.0.1:${port}/campaign`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
    const upload = await fetch(`http://127.0.0.1:${port}/v1/x`, { method: 'POST', body: Buffer.alloc(3_000_000) });
    expect(upload.status).toBe(503);
  });

  it('are 503 when the API hangs, but slow responses are awaited', async () => {
    let isStuck = false;
    const port = await serve(
      (req, res) => {
        if (isStuck) return;
        if (req.url === '/v1/live') res.end();
        else setTimeout(() => res.end('slow'), 600);
      },
      { answerMs: 100, aliveMs: 200 },
    );
    expect(await (await fetch(`http://127.0.0.1:${port}/slow`)).text()).toBe('slow');
    isStuck = true;
    expect((await fetch(`http://127.0.0.1:${port}/stuck`)).status).toBe(503);
  });

  it("reuse the client's connection", async () => {
    const port = await serve(echo);
    const twice = `${'GET / HTTP/1.1\r\nHost: a\r\n\r\n'}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    expect((await raw(port, twice)).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });

  it('abort the API request when the client disconnects during its body', async () => {
    let ended: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const port = await serve((req) => void req.on('close', ended));
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': '10' } });
    sent.on('error', () => undefined);
    sent.write('half', () => setTimeout(() => sent.destroy(), 20));
    await gone;
  });
});
