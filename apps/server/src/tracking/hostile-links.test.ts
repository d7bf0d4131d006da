import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTracking, type TestTracking } from '../testing/test-tracker.ts';

/** Uses everything a visitor sends: macros in path, query and fragment, forwarded query, a sticky cookie. */
const DESTINATION =
  'https://shop.test/p/{sub1}/{campaign_name}?a={sub2}&id={external_id}&c={click_id}&l={language}&cost={cost}#{sub3}';

let tracking: TestTracking;
let key: string;
beforeAll(async () => {
  tracking = await createTestTracking();
  const destinations = [{ name: '', url: DESTINATION, weight: 1, active: true }];
  ({ key } = await tracking.campaign({
    name: 'Ціна //evil.test\\ @evil.test',
    destinations,
    forward_query: true,
    sticky: true,
    external_id_param: 'ext',
    cost_param: 'cost',
    params: [{ name: 'banner', macro: '', sub: 'sub1' }],
  }));
}, 60_000);
afterAll(() => tracking.close());

const EVIL = [
  '//evil.test',
  '///evil.test',
  '\\\\evil.test',
  '/\\evil.test',
  'https://evil.test',
  'http:evil.test',
  '@evil.test',
  '%40evil.test',
  ':@evil.test',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '%2F%2Fevil.test',
  '%252F%252Fevil.test',
  '%25252F',
  '%5C%5Cevil.test',
  '..%2F..%2F..%2Fevil',
  '../../evil',
  '%2e%2e%2f',
  '%00',
  '%00//evil.test',
  '\u0000',
  '%0d%0aSet-Cookie:%20token=x',
  '%0D%0ALocation:%20https://evil.test',
  '%0a%0d%0a%0dHTTP/1.1%20200%20OK',
  '%E5%98%8A%E5%98%8DSet-Cookie:x=y',
  '%u000aX:y',
  '%c0%af%c0%afevil.test',
  '%ff%fe',
  '%',
  '%%',
  '%zz',
  '%d8%00',
  'evil。test',
  '%E3%80%82',
  '%E2%80%AE',
  '%F0%9F%92%A9',
  '＠evil.test',
  '{click_id}',
  '{{sub1}}',
  '%7Bsub2%7D',
  '$\u007b7*7}',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "'; DROP TABLE clicks; --",
  '\t\tx',
  'a'.repeat(4_000),
  '&'.repeat(2_000),
  '='.repeat(2_000),
  '%41'.repeat(1_500),
  '#//evil.test',
  '?//evil.test',
  ';//evil.test',
];
const SHAPES = [
  (text: string) => `/c/${key}?banner=${text}`,
  (text: string) => `/c/${key}?sub2=${text}&sub3=${text}`,
  (text: string) => `/c/${key}?ext=${text}&cost=${text}`,
  (text: string) => `/c/${key}?url=${text}&redirect=${text}&next=${text}&u=${text}&to=${text}`,
  (text: string) => `/c/${key}?${text}=1&${text}`,
  (text: string) => `/c/${key}?banner=1&banner=${text}&__proto__=${text}&constructor=${text}`,
  (text: string) => `/c/${key}/${text}`,
  (text: string) => `/c/${text}`,
  (text: string) => `/c/${key}${text}`,
  (text: string) => `/c/${key}+?lang=${text}`,
];

/** Sends raw bytes: HTTP libraries would reject most of this. */
function send(
  port: number,
  path: string,
  headers: string[] = [],
): Promise<{ status: number; head: string; headers: [string, string][] }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: t.test\r\nConnection: close\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`,
        'latin1',
      );
    });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = ''] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n', 1);
      const [line = '', ...lines] = head.split('\r\n');
      resolve({
        status: Number(line.split(' ')[1] ?? 0),
        head,
        headers: lines.map((text) => [
          text.slice(0, text.indexOf(':')).toLowerCase(),
          text.slice(text.indexOf(':') + 2),
        ]),
      });
    });
  });
}

const KNOWN_HEADERS = new Set(
  'location cache-control content-security-policy content-length content-type connection cross-origin-opener-policy date referrer-policy set-cookie strict-transport-security transfer-encoding vary x-content-type-options x-frame-options x-robots-tag'.split(
    ' ',
  ),
);

function checkAnswer({ status, headers, head }: Awaited<ReturnType<typeof send>>, sent: string): void {
  const value = (name: string) => headers.filter(([found]) => found === name).map(([, text]) => text);
  const unknown = headers.map(([name]) => name).filter((name) => !KNOWN_HEADERS.has(name));
  if (unknown.length > 0) throw new Error(`unknown headers ${unknown} for ${sent}\n${head}`);
  const [location, ...more] = value('location');
  if (more.length > 0) throw new Error(`two locations for ${sent}`);
  if (location !== undefined) {
    if (status !== 302 || new URL(location).origin !== 'https://shop.test') throw new Error(`${location} for ${sent}`);
    if (!location.startsWith('https://shop.test/p/') || !/^[\x21-\x7e]+$/.test(location))
      throw new Error(`${location} for ${sent}`);
  } else if (status === 302) throw new Error(`no location for ${sent}`);
  for (const cookie of value('set-cookie')) {
    if (!/^pk=\d+\.\d+; Path=\/c\/key1; /.test(cookie)) throw new Error(`${cookie} for ${sent}`);
  }
}

describe('hostile links', () => {
  it("never leave the campaign's hosts, add no header and break nothing", async () => {
    const paths = EVIL.flatMap((text) => SHAPES.map((shape) => shape(text)));
    expect(paths.length).toBeGreaterThanOrEqual(500);
    const statuses = new Map<number, number>();
    for (const path of paths) {
      // Line breaks end the request line for the server too; clients encode them.
      const answer = await send(tracking.port, path.replace(/[\r\n ]/g, '%20'));
      checkAnswer(answer, path.slice(0, 200));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
    expect([...statuses.keys()].filter((status) => ![200, 302, 400, 404, 414, 431].includes(status))).toEqual([]);
    expect(statuses.get(302)).toBeGreaterThan(250);
  }, 120_000);

  it.each([
    'User-Agent',
    'Referer',
    'Accept-Language',
    'X-Forwarded-For',
    'Cookie',
    'Forwarded',
    'X-Forwarded-Host',
    'X-Original-URL',
    'Sec-Purpose',
    'If-None-Match',
  ])(
    'with hostile text in %s are safe',
    async (name) => {
      for (const text of EVIL) {
        const plain = text.replace(/[\r\n\0]/g, '');
        for (const value of [plain, `pk=${plain}`, `pk=1.1; pk=${plain}`]) {
          checkAnswer(
            await send(tracking.port, `/c/${key}?banner=x`, [`${name}: ${value}`]),
            `${name}: ${value.slice(0, 100)}`,
          );
        }
      }
    },
    120_000,
  );

  it('with a 64 kB query are rejected and close only their own connection', async () => {
    const answer = await send(tracking.port, `/c/${key}?x=${'a'.repeat(65_536)}`).catch(() => ({ status: 431 }));
    expect([414, 431]).toContain(answer.status);
    expect((await send(tracking.port, `/c/${key}`)).status).toBe(302);
  });

  it('that are unknown never redirect', async () => {
    for (const text of EVIL) {
      const { status, headers } = await send(
        tracking.port,
        `/c/unknown${encodeURIComponent(text.toWellFormed())}?url=https://evil.test`,
      );
      expect([status === 302, headers.some(([name]) => name === 'location')]).toEqual([false, false]);
    }
  }, 60_000);

  it('leave clean records of the right length', () => {
    expect(tracking.log.clicks.length).toBeGreaterThan(250);
    for (const click of tracking.log.clicks) {
      const text = Object.values(click).join('');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(/[\u0000-\u001f\u007f]/.test(text)).toBe(false);
      expect((click.sub1 ?? '').length).toBeLessThanOrEqual(255);
      expect((click.user_agent ?? '').length).toBeLessThanOrEqual(512);
      expect((click.referrer_host ?? '').length).toBeLessThanOrEqual(255);
      expect((click.final_url ?? '').length).toBeLessThanOrEqual(4_096);
      expect(click.cost_micro).toMatch(/^\d{1,18}$/);
    }
  });
});
