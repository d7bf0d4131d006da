import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlockedAddress, guardedRequest } from './guarded-request.ts';

let canary: Server;
let port: number;
let heard: string[] = [];
let tokens: unknown[] = [];
beforeAll(async () => {
  canary = createServer((req, res) => {
    heard.push(`${req.method} ${req.url}`);
    tokens.push(req.headers['x-token']);
    const away = /^\/to\?(.*)$/.exec(req.url ?? '')?.[1];
    if (away) res.writeHead(302, { location: decodeURIComponent(away) }).end();
    else res.writeHead(204).end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());
beforeEach(() => {
  heard = [];
  tokens = [];
});

const OUTSIDE = { method: 'GET', allowLoopback: false } as const;
const refused = (address: string, options: Partial<Parameters<typeof guardedRequest>[1]> = {}) =>
  expect(guardedRequest(address, { ...OUTSIDE, ...options })).rejects.toThrow(BlockedAddress);

/** Spellings of local, private and metadata addresses. */
const LOOPBACK_HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '0x7f.0.0.1', '0x7f000001', '2130706433', '017700000001', '0177.0.0.1'],
  ...['127.0.0.1.', '0.0.0.0', '0', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '127.127.127.127', '①②⑦.⓪.⓪.①', '127。0。0。1'],
];
const OTHER_HOSTS = [
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.1.1', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
  ...[
    '2852039166',
    '0xa9fea9fe',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fc00::1]',
    '[::ffff:169.254.169.254]',
    '192.0.0.192',
  ],
  ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '[ff02::1]', '[fec0::1]', '[2001:db8::1]', '[64:ff9b::a9fe:a9fe]'],
];

describe('a URL of a customer', () => {
  it.each(LOOPBACK_HOSTS)('never reaches this machine as %s', async (host) => {
    await refused(`http://${host}:${port}/`);
    await refused(`http://${host}/`);
    expect(heard).toEqual([]);
  });

  it.each(OTHER_HOSTS)('is rejected as %s', (host) => refused(`http://${host}/`));

  it.each(['file:///etc/passwd', 'ftp://example.com/', 'gopher://x/', 'data:text/plain,x', 'javascript:1', 'nonsense'])(
    'is rejected as %s',
    (address) => refused(address),
  );

  it.each([8080, 22, 5432, 6379, 9000])('is rejected on port %i', (other) =>
    refused(`http://example.com:${other}/`, { resolve: async () => ['93.184.216.34'] }),
  );

  it('with credentials is rejected', () => refused('http://a:b@93.184.216.34/'));

  it.each(['localhost', 'localhost.', 'LOCALHOST', 'anything.localhost'])(
    'is rejected as the name %s',
    async (host) => {
      await refused(`http://${host}:${port}/`, { resolve: async () => ['127.0.0.1'] });
      expect(heard).toEqual([]);
    },
  );

  it('is rejected when one of its addresses is private', () =>
    refused('http://two.example/', { resolve: async () => ['93.184.216.34', '10.0.0.1'] }));

  it('is resolved once, so DNS rebinding does not work', async () => {
    const answers = [['127.0.0.1'], ['93.184.216.34']];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? [];
    await guardedRequest(`http://rebinding.example:${port}/x`, { ...OUTSIDE, allowLoopback: true, resolve });
    expect([asked, heard]).toEqual([1, ['GET /x']]);
  });
});

describe('a redirect', () => {
  const inside = { method: 'GET', allowLoopback: true } as const;

  it('is followed like a new URL', async () => {
    const there = encodeURIComponent(`http://127.0.0.1:${port}/there`);
    expect(await guardedRequest(`http://127.0.0.1:${port}/to?${there}`, inside)).toEqual({ status: 204 });
    expect(heard).toEqual([`GET /to?${there}`, 'GET /there']);
  });

  it.each(['POST', 'PUT'] as const)('of %s is not followed', async (method) => {
    const there = encodeURIComponent(`http://127.0.0.1:${port}/there`);
    const sent = { ...inside, method, body: 'a=b' };
    expect(await guardedRequest(`http://127.0.0.1:${port}/to?${there}`, sent)).toEqual({ status: 302 });
    expect(heard).toEqual([`${method} /to?${there}`]);
  });

  it('takes headers along on the same origin only', async () => {
    const headers = [{ name: 'X-Token', value: 'secret' }];
    const there = (host: string) => `http://127.0.0.1:${port}/to?${encodeURIComponent(`http://${host}:${port}/there`)}`;
    await guardedRequest(there('127.0.0.1'), { ...inside, headers });
    await guardedRequest(there('localhost'), { ...inside, headers });
    expect(tokens).toEqual(['secret', 'secret', 'secret', undefined]);
  });

  it.each(['http://169.254.169.254/latest/meta-data', 'http://10.0.0.1/', 'file:///etc/passwd'])(
    'to %s is rejected',
    (address) => refused(`http://127.0.0.1:${port}/to?${encodeURIComponent(address)}`, inside),
  );

  it('loop ends', async () => {
    const self = `http://127.0.0.1:${port}/to?`;
    await refused(
      `${self}${encodeURIComponent(`${self}${encodeURIComponent(`${self}${encodeURIComponent(`${self}x`)}`)}`)}`,
      inside,
    );
  });
});
