import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { getInstallationId } from './installation.service.ts';
import { encodePng } from './png.fixture.ts';
import { decodePng } from './png.ts';
import { createSettingsFixture, type SettingsFixture } from './settings.fixture.ts';

let fixture: SettingsFixture;
let product: TestApp;
let operator: Person;
beforeAll(async () => {
  fixture = await createSettingsFixture();
  ({ product, operator } = fixture);
});
afterAll(() => product.close());
const change: SettingsFixture['change'] = (...change) => fixture.change(...change);
const undo: SettingsFixture['undo'] = (key) => fixture.undo(key);

describe('mail', () => {
  it('is tested with the reply of the mail server, and sent through the new server at once', async () => {
    const received: string[] = [];
    let isRefusing = false;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_to, _session, done) => done(isRefusing ? new Error('we do not know you') : null),
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (part: Buffer) => {
          text += part.toString();
        });
        stream.on('end', () => {
          received.push(text);
          done(null);
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const test = async () => (await product.call('POST', '/settings/test/smtp', { token: operator.token })).json();
    expect((await test()).code).toBe('mail_server_missing');
    await change({
      smtp_host: '127.0.0.1',
      smtp_port: port,
      smtp_security: 'none',
      mail_from: 'Acme <mail@acme.example>',
    });
    expect((await test()).data).toEqual({
      accepted: true,
      reply: expect.stringMatching(/^250 /),
      to: operator.email,
    });
    expect(received[0]).toContain('From: Acme <mail@acme.example>');
    isRefusing = true;
    expect((await test()).data).toMatchObject({
      accepted: false,
      reply: expect.stringContaining('we do not know you'),
    });
    await change({ smtp_host: null, smtp_port: null, smtp_security: null, mail_from: null });
    await new Promise<void>((resolve) => server.close(resolve));
  });
});

describe('a new address of the app', () => {
  it('must lead to this installation', async () => {
    let id = getInstallationId(product.services);
    const server = createServer((_req, res) => res.end(JSON.stringify({ data: { id } })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    expect((await change({ public_url: url })).statusCode).toBe(200);
    expect(product.services.config.publicUrl).toBe(url);
    await undo('public_url');
    id = 'another';
    const answer = await change({ public_url: url });
    expect(Object.keys(answer.json().errors)).toEqual(['values.public_url']);
    expect(product.services.config.publicUrl).toBe('https://track.example');
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('the payment provider', () => {
  it('is tested without moving money, and is off again when its keys are removed', async () => {
    const test = async () => (await product.call('POST', '/settings/test/provider', { token: operator.token })).json();
    expect((await test()).data).toEqual({ accepted: true, reply: 'sandbox' });
    const asked: string[] = [];
    const stripe = createServer((req, res) => {
      asked.push(`${req.method} ${req.url} ${req.headers.authorization}`);
      const isKnown = req.headers.authorization === 'Bearer sk_test_right_key';
      res.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
      res.end(
        JSON.stringify(
          isKnown
            ? { object: 'balance', livemode: false }
            : { error: { message: 'Invalid API Key', type: 'api_error' } },
        ),
      );
    });
    await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
    process.env.STRIPE_API_URL = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`;
    try {
      await change({ stripe_secret_key: 'sk_test_right_key', stripe_webhook_secret: 'whsec_0123456789' });
      expect((await test()).data).toEqual({ accepted: true, reply: 'test mode' });
      expect(asked).toEqual(['GET /v1/balance Bearer sk_test_right_key']);
      await change({ stripe_secret_key: 'sk_test_wrong_key' });
      expect((await test()).data).toEqual({ accepted: false, reply: 'Invalid API Key' });
      await change({ stripe_secret_key: null, stripe_webhook_secret: null });
      expect((await test()).data).toEqual({ accepted: true, reply: 'sandbox' });
    } finally {
      delete process.env.STRIPE_API_URL;
      await new Promise((resolve) => stripe.close(resolve));
    }
  });
});

describe('the checklist', () => {
  it('ticks what is true, and nothing else', async () => {
    const done = async () => {
      const items = (await product.call('GET', '/settings/checklist', { token: operator.token })).json().data;
      return items.filter((item: { done: boolean }) => item.done).map(({ item }: { item: string }) => item);
    };
    expect(await done()).toEqual(['https']);
    await change({ seller_details: 'Street 1' });
    expect(await done()).toEqual(['https', 'seller']);
    await undo('seller_details');
    expect(await done()).toEqual(['https']);
  });
});

describe('images', () => {
  const whole = encodePng(40, 20);
  const add = (png: Buffer) =>
    product.call('POST', '/branding/images', { token: operator.token, body: { png: png.toString('base64') } });

  it('are stored, public, and named in the page and in the manifest once a setting refers to them', async () => {
    const { hash, width, height } = (await add(whole)).json().data;
    expect([width, height]).toEqual([40, 20]);
    const shown = await product.app.inject({ url: `/brand/${hash}.png` });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.rawPayload.equals(whole)).toBe(true);
    await change({ favicon: hash, accent_color: '#005000' });
    const page = await product.app.inject({ url: '/en/login' });
    const nonce = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1];
    expect(page.body).toContain(`<style nonce="${nonce}">:root[data-theme][data-theme="light"]{--accent-solid:#005000`);
    expect((await product.app.inject({ url: '/manifest.webmanifest' })).body).toContain(`/brand/${hash}.png`);
    await change({ favicon: null, accent_color: null });
  });

  it.each([
    ['text', Buffer.from('hello')],
    ['a cut file', whole.subarray(0, -10)],
    ['something behind the image', Buffer.concat([whole, Buffer.from('<script>')])],
    ['too few pixels', encodePng(40, 20, Buffer.alloc(100))],
    ['too many pixels', encodePng(4, 4, Buffer.alloc(100_000))],
    ['an unknown filter', encodePng(2, 1, Buffer.alloc(7, 9))],
    ['a side of 3,000 pixels', encodePng(3_000, 1)],
    ['a changed byte', Buffer.from(whole).fill(0xaa, 45, 46)],
  ])('that are %s are refused', async (_, png) => {
    expect(decodePng(png, 2_048)).toBeUndefined();
    const answer = await add(png);
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['png']]);
  });
});
