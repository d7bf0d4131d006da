import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { createTestTracking, type TestTracking, until } from '../../testing/test-tracker.ts';

const GERMANY = '5.1.0.1';
const from = (ip: string) => ({ 'x-forwarded-for': ip });

let tracking: TestTracking;
beforeAll(async () => {
  tracking = await createTestTracking();
}, 60_000);
afterAll(() => tracking.close());

const lastClick = () => tracking.log.clicks.at(-1) ?? {};

describe('page events', () => {
  it('record impressions with their cost', async () => {
    const { id, key } = await tracking.campaign({ cost_model: 'cpm', cost_value: '2.5' });
    const answer = await tracking.click(`/i/${key}.gif?x=1`, from(GERMANY));
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'image/gif',
      'no-store',
    ]);
    expect(tracking.log.events.at(-1)).toMatchObject({
      name: 'impression',
      campaign_id: String(id),
      click_id: '',
      device: 'desktop',
      cost_micro: '2500',
    });
  });

  it('belong to the click they name', async () => {
    const { id, key } = await tracking.campaign();
    await tracking.click(`/c/${key}`);
    const clickId = lastClick().click_id ?? '';
    const answer = await tracking.click('/e', { 'content-type': 'text/plain' }, 'POST', `n=add_to_cart&c=${clickId}`);
    expect(answer.status).toBe(204);
    expect(tracking.log.events.at(-1)).toMatchObject({
      name: 'add_to_cart',
      click_id: clickId,
      campaign_id: String(id),
      cost_micro: '0',
    });
    expect((await tracking.click(`/e?n=page_view&k=${key}`)).headers['content-type']).toBe('image/gif');
    expect(tracking.log.events.at(-1)).toMatchObject({ name: 'page_view', click_id: '', campaign_id: String(id) });
  });

  it('have a value in millionths if the page sends a readable one', async () => {
    const { key } = await tracking.campaign();
    const recordedValue = async (value: string) => {
      await tracking.click(`/e?n=add_to_cart&k=${key}&v=${encodeURIComponent(value)}`);
      return tracking.log.events.at(-1)?.value_micro;
    };
    expect(await recordedValue('12.5')).toBe('12500000');
    for (const unreadable of ['', '-1', '1e9', '1,5', '9999999999', '0.1234567'])
      expect(await recordedValue(unreadable)).toBe('0');
  });

  it('are not recorded for bots, black list matches, Do Not Track and invalid events', async () => {
    const { id, key } = await tracking.campaign();
    await tracking.block('203.0.113.99', 'exclude', id);
    await until(async () => {
      await tracking.click(`/c/${key}`, from('203.0.113.99'));
      return lastClick().verdict === '1';
    });
    const before = tracking.log.events.length;
    await tracking.click(`/i/${key}.gif`, from('203.0.113.99'));
    for (const headers of [
      { dnt: '1' },
      { 'sec-gpc': '1' },
      { 'user-agent': 'curl/8' },
      { 'sec-purpose': 'prefetch' },
    ]) {
      await tracking.click(`/e?n=page_view&k=${key}`, headers as Record<string, string>);
    }
    for (const body of [
      '',
      'n=&k=x',
      'n=impression',
      `n=impression&k=${key}`,
      `n=a b&k=${key}`,
      'n=view&c=zzz',
      `n=${'x'.repeat(65)}&k=${key}`,
    ]) {
      expect((await tracking.click('/e', {}, 'POST', body)).status).toBe(204);
    }
    expect(tracking.log.events).toHaveLength(before);
    expect((await tracking.click('/e', {}, 'POST', 'x'.repeat(5_000))).status).toBe(413);
    expect((await tracking.click('/i/unknown.gif')).status).toBe(404);
  });

  it('tell identifiers and consent of a click without being counted', async () => {
    const { id, key } = await tracking.campaign();
    await tracking.click(`/c/${key}`);
    const { click_id: clickId = '', at } = lastClick();
    const { pageEvents } = tracking.tracker.counters;
    const [events, ids] = [tracking.log.events.length, tracking.log.ids.length];
    const body = `fbp=fb.1.1700000000000.1&ttp=2F7h&gclid=1&consent=granted&c=${clickId}`;
    expect((await tracking.click('/e', {}, 'POST', body)).status).toBe(204);
    expect(tracking.log.ids.at(-1)).toMatchObject({
      ...{ click_id: clickId, click_at: at, campaign_id: String(id), account_id: String(tracking.accountId) },
      ...{ consent: 'granted', ids: 'fbp=fb.1.1700000000000.1&ttp=2F7h' },
    });
    await tracking.click(`/e?consent=0&fbp=fb.1.2.3&c=${clickId}`);
    expect(tracking.log.ids.at(-1)).toMatchObject({ consent: 'denied', ids: '' });
    const recorded = tracking.log.ids.length;
    // Nothing of Do Not Track, bots, unknown clicks and clicks of another time.
    await tracking.click(`/e?fbp=fb.1.2.3&c=${clickId}`, { dnt: '1' });
    await tracking.click(`/e?fbp=fb.1.2.3&c=${clickId}`, { 'user-agent': 'curl/8' });
    await tracking.click('/e?fbp=fb.1.2.3&c=zzz');
    await tracking.click(`/e?fbp=fb.1.2.3&c=${`000${clickId.slice(3)}`}`);
    await tracking.click(`/e?fbp=fb.1.2.3&c=${`zzz${clickId.slice(3)}`}`);
    await tracking.click(`/e?fbp={fbp}&c=${clickId}`);
    expect([recorded - ids, tracking.log.ids.length]).toEqual([2, recorded]);
    expect([tracking.log.events.length, tracking.tracker.counters.pageEvents]).toEqual([events, pageEvents]);
  });

  it('are sent by a small cached script', async () => {
    const answer = await tracking.click('/t.js');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    expect(gzipSync(answer.body).length).toBeLessThan(4_000);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const again = await tracking.click('/t.js', { 'if-none-match': answer.headers.etag ?? '' });
    expect([again.status, again.body]).toEqual([304, '']);
  });
});

describe('other paths', () => {
  it.each(['/', '/campaign', '/c', '/cc/x', '/v/x', '/event', '/e/x', '/t.jsx', '/img/x.gif', '/v1/health'])(
    '%s are not handled by the tracker',
    async (path) => {
      expect((await tracking.click(path)).status).toBe(418);
    },
  );
});

describe('event limit', () => {
  it('answers events over the limit without recording them, and does not affect other sources and clicks', async () => {
    const limited = await createTestTracking({
      clicks: { ...loadConfig({}).clicks, eventsPerMinute: { perSource: 2, perCampaign: 5 } },
    });
    try {
      const { key } = await limited.campaign();
      const events = (ip: string) => [
        limited.click(`/i/${key}.gif`, from(ip)),
        limited.click(`/e?n=page_view&k=${key}`, from(ip)),
        limited.click('/e', from(ip), 'POST', `n=page_view&k=${key}`),
      ];
      const [impression, view, third] = await Promise.all(events(GERMANY));
      expect([impression?.status, view?.status, third?.status]).toEqual([200, 200, 204]);
      expect(limited.log.events).toHaveLength(2);
      const over = await limited.click(`/i/${key}.gif`, from(GERMANY));
      expect([over.status, over.headers['content-type'], over.headers['x-poklik-recorded']]).toEqual([
        200,
        'image/gif',
        'no',
      ]);
      await limited.click(`/i/${key}.gif`, { ...from('5.1.0.2'), dnt: '1' });
      await Promise.all(events('5.1.0.2'));
      expect(limited.log.events).toHaveLength(4);
      await Promise.all(events('5.1.0.3'));
      expect(limited.log.events, 'the campaign has no more').toHaveLength(5);
      expect((await limited.click('/e', from('5.1.0.4'), 'POST', `n=page_view&k=${key}`)).status).toBe(204);
      expect(limited.log.events).toHaveLength(5);
      expect(limited.tracker.counters).toMatchObject({ pageEvents: 5, overLimit: 6 });

      for (let click = 0; click < 10; click += 1)
        expect((await limited.click(`/c/${key}`, from(GERMANY))).status).toBe(302);
      expect(limited.log.clicks).toHaveLength(10);
    } finally {
      await limited.close();
    }
  });
});
