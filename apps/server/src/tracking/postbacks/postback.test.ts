import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestTracking, type TestTracking } from '../../testing/test-tracker.ts';
import { createClickIdGenerator } from '../clicks/click-id.ts';
import { createPostbackLimiter } from './postback-limiter.ts';
import { POSTBACK_RESULTS_CHANNEL } from './postback-results.ts';

const SECRET = 'k'; // of every campaign in these tests
let tracking: TestTracking;
let clickId: string;
let signedClickId: string;
let guardedClickId: string;
beforeAll(async () => {
  tracking = await createTestTracking();
  const newId = createClickIdGenerator();
  clickId = newId(Date.now(), (await tracking.campaign()).id);
  signedClickId = newId(Date.now(), (await tracking.campaign({ postback_signed: true })).id);
  guardedClickId = newId(
    Date.now(),
    (await tracking.campaign({ postback_ips: ['198.51.100.0/24', '2001:db8::1'] })).id,
  );
});
afterAll(() => tracking.close());
afterEach(() => {
  tracking.log.postbacks.length = 0;
  tracking.log.isBroken = false;
});

const call = (query: string, headers: Record<string, string> = {}) => tracking.click(`/postback?${query}`, headers);
const post = (body: string, type = 'application/x-www-form-urlencoded', query = '') =>
  tracking.click(`/postback${query}`, { 'content-type': type }, 'POST', body);
const sign = (text: string, secret = SECRET) =>
  `${text}&sig=${createHmac('sha256', secret).update(text).digest('hex')}`;
const seconds = () => Math.floor(Date.now() / 1000);

describe('postback', () => {
  it('is answered after it is recorded, and its key is never stored', async () => {
    const answer = await call(`cid=${clickId}&payout=12,5&status=sale&txid=T1&param2=x&key=${SECRET}`);
    expect([answer.status, answer.body]).toEqual([200, 'queued']);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const [record] = tracking.log.postbacks;
    expect(record).toMatchObject({
      clickId,
      accountId: tracking.accountId,
      source: 'postback',
      verdict: 'waiting',
      rawQuery: `cid=${clickId}&payout=12,5&status=sale&txid=T1&param2=x&key=***`,
      fields: { status: 'sale', payout: '12.5', transactionId: 'T1', type: 'lead', isTrusted: true },
    });
  });

  it('can be a form or JSON', async () => {
    expect((await post(`clickid=${clickId}&revenue=3&key=${SECRET}`)).status).toBe(200);
    expect((await post(JSON.stringify({ subid: clickId, sum: 4, key: SECRET }), 'application/json')).status).toBe(200);
    expect((await post(`payout=5&key=${SECRET}`, undefined, `?cid=${clickId}`)).status).toBe(200);
    expect(tracking.log.postbacks.map(({ fields }) => fields.payout)).toEqual(['3', '4', '5']);
    expect((await post('x'.repeat(20_000))).status).toBe(413);
  });

  it('is answered with the requested body as plain text', async () => {
    const answer = await call(`cid=${clickId}&key=${SECRET}&return=<b>OK</b>`);
    expect([answer.status, answer.body, answer.headers['x-content-type-options']]).toEqual([
      200,
      '<b>OK</b>',
      'nosniff',
    ]);
  });

  it.each([
    ['duplicate', 200],
    ['updated', 200],
    ['out_of_window', 200],
    ['unknown_click', 404],
  ])('is answered with the result %s as soon as it is known', async (result, status) => {
    const answer = call(`cid=${clickId}&key=${SECRET}`);
    await expect.poll(() => tracking.log.postbacks[0]?.id).toBeDefined();
    const pairs = JSON.stringify([[tracking.log.postbacks[0]?.id, result]]);
    await tracking.database.pool.query('select pg_notify($1, $2)', [POSTBACK_RESULTS_CHANNEL, pairs]);
    expect(await answer).toMatchObject({ status, body: result });
  });

  it.each([
    ['without a click', 'payout=1'],
    ['with a macro that was not replaced', 'cid={aff_sub}&payout=1'],
    ['of a click that cannot be ours', 'cid=abc&payout=1'],
    ['of a campaign that is not there', `cid=${createClickIdGenerator()(Date.now(), 999_999)}&payout=1`],
  ])('%s is rejected, and kept for the owner of the key', async (_, query) => {
    expect(await call(`${query}&key=${SECRET}`)).toMatchObject({ status: 404, body: 'no_click_id' });
    expect(tracking.log.postbacks).toMatchObject([{ verdict: 'no_click_id', rawQuery: `${query}&key=***` }]);
  });

  it('without a click and a known key is not kept', async () => {
    for (const query of ['payout=1', 'cid=abc&key=unknown', 'cid=abc&key='])
      expect(await call(query)).toMatchObject({ status: 404, body: 'unknown_click' });
    expect(tracking.log.postbacks).toEqual([]);
  });

  it('with a wrong key is rejected, and kept for its owner', async () => {
    for (const key of ['', '&key=', '&key=K', `&key=${SECRET}x`, '&token=k'])
      expect(await call(`cid=${clickId}${key}`)).toMatchObject({ status: 401, body: 'bad_key' });
    expect(new Set(tracking.log.postbacks.map(({ verdict }) => verdict))).toEqual(new Set(['bad_key']));
  });

  it('that cannot be recorded is not acknowledged', async () => {
    tracking.log.isBroken = true;
    expect(await call(`cid=${clickId}&key=${SECRET}`)).toMatchObject({ status: 503, body: 'not_recorded' });
  });

  it('rejects PUT and prefetch', async () => {
    expect((await tracking.click('/postback', {}, 'PUT')).headers.allow).toBe('GET, POST');
    expect((await call(`cid=${clickId}&key=${SECRET}`, { 'sec-purpose': 'prefetch' })).status).toBe(503);
    expect(tracking.log.postbacks).toEqual([]);
  });
});

describe('signature', () => {
  it('replaces the key, in the query and in a form', async () => {
    expect((await call(sign(`cid=${signedClickId}&payout=5&ts=${seconds()}`))).status).toBe(200);
    expect((await post(sign(`cid=${clickId}&ts=${seconds() - 290}`))).status).toBe(200);
    expect((await call(sign(`cid=${clickId}&ts=${seconds() + 290}`))).status).toBe(200);
    expect(tracking.log.postbacks.every(({ rawQuery }) => rawQuery.includes('sig=***'))).toBe(true);
  });

  const good = () => `cid=${signedClickId}&payout=5&ts=${seconds()}`;
  it.each<[string, () => string]>([
    ['that is missing where it is asked for', () => `${good()}&key=${SECRET}`],
    ['by another secret', () => sign(good(), 'other')],
    ['of an altered amount', () => sign(good()).replace('payout=5', 'payout=9')],
    ['that is 301 seconds old', () => sign(`cid=${signedClickId}&ts=${seconds() - 302}`)],
    ['from 301 seconds ahead', () => sign(`cid=${signedClickId}&ts=${seconds() + 302}`)],
    ['without a time', () => sign(`cid=${signedClickId}&payout=5`)],
    ['with two times', () => sign(`cid=${signedClickId}&ts=1&ts=${seconds()}`)],
    ['of reordered parameters', () => sign(good()).replace(/^(cid=\w+)&(payout=5)/, '$2&$1')],
    ['with something after it', () => `${sign(good())}&payout=500`],
    ['that stands there twice', () => `${sign(good())}&sig=${'0'.repeat(64)}`],
    ['that is empty', () => `${good()}&sig=`],
    ['that is cut short', () => sign(good()).slice(0, -1)],
    ['that is huge', () => `${good()}&sig=${'a'.repeat(5_000)}`],
    ['with a time that is none', () => sign(`cid=${signedClickId}&ts=soon`)],
  ])('rejects %s', async (_, query) => {
    expect(await call(query())).toMatchObject({ status: 401, body: 'bad_signature' });
    expect(tracking.log.postbacks.filter(({ verdict }) => verdict === 'waiting')).toEqual([]);
  });

  it('of the query does not cover a form', async () => {
    await tracking.click(`/postback?${sign(good())}`, {}, 'POST', 'payout=500');
    expect(tracking.log.postbacks[0]?.fields.payout).toBe('5');
  });
});

describe('IP allowlist', () => {
  it.each([
    ['198.51.100.7', 200],
    ['2001:db8::1', 200],
    ['203.0.113.9', 401],
    ['2001:db8::2', 401],
  ])('answers %s with %i', async (ip, status) => {
    expect((await call(`cid=${guardedClickId}&key=${SECRET}`, { 'x-forwarded-for': ip })).status).toBe(status);
  });
});

describe('pixel', () => {
  it('reports by image or beacon without a secret, and waits for approval', async () => {
    const picture = await tracking.click(`/p.gif?cid=${clickId}&payout=100`);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/gif']);
    expect((await tracking.click('/p', {}, 'POST', `cid=${clickId}&type=sale`)).status).toBe(200);
    expect((await tracking.click(`/p.gif?cid=${clickId}&key=${SECRET}`)).status).toBe(200);
    expect(tracking.log.postbacks.map(({ source, fields }) => [source, fields.isTrusted])).toEqual([
      ['pixel', false],
      ['pixel', false],
      ['pixel', true],
    ]);
  });

  it('reports nothing with Do Not Track', async () => {
    expect((await tracking.click(`/p.gif?cid=${clickId}`, { 'sec-gpc': '1' })).status).toBe(200);
    expect(tracking.log.postbacks).toEqual([]);
  });
});

it('over the limit is rejected until the next minute', () => {
  const rate = createPostbackLimiter(() => 2);
  expect([1, 2, 3, 4].map((at) => rate.take(7, at))).toEqual([true, true, false, false]);
  expect(rate.take(8, 5)).toBe(true);
  expect(rate.take(7, 60_001)).toBe(true);
});
