import type { AddressInfo } from 'node:net';
import { ROLES } from '@poklik/contract/roles';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveMailer } from '../../mail/live-mailer.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

interface Received {
  to: string;
  headers: string;
  text: string;
}

let product: TestApp;
let server: SMTPServer;
let operator: Person;
let reader: Person;
let onPro: Person;
const received: Received[] = [];

const TEXTS = {
  titles: [
    { locale: 'en', title: 'Night of maintenance' },
    { locale: 'ru', title: 'Ночь обслуживания' },
  ],
  messages: [
    { locale: 'en', message: 'We update the servers.\nLinks keep working.' },
    { locale: 'ru', message: 'Мы обновляем серверы.\nСсылки работают.' },
  ],
};

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo)
          received.push({ to: address, ...parse(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  reader = await product.person({ language: 'ru' });
  onPro = await product.person();
  const unverified = await product.person({ email: 'unverified@example.test' });
  const blocked = await product.person({ email: 'blocked@example.test' });
  const { pool } = product.services;
  await pool.query('update users set email_verified_at = now() where id <> $1', [unverified.id]);
  await pool.query("update users set status = 'blocked' where id = $1", [blocked.id]);
  await pool.query(
    "update accounts set tariff_id = (select id from tariffs where code = 'pro'), tariff_since = now() - interval '1 hour' where id = $1",
    [onPro.accountId],
  );
  // Emails about signing up go to the mailer of before.
  await settle('send%');
  const { port } = server.server.address() as AddressInfo;
  const config = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Poklik <no-reply@track.example>' };
  product.services.mailer = liveMailer(config, product.services.db);
});
afterAll(async () => {
  product.services.mailer.close();
  await product.close();
  await new Promise<void>((resolve) => server.close(resolve));
});
beforeEach(async () => {
  received.length = 0;
  await product.services.pool.query('delete from notifications');
  await product.services.pool.query('delete from notification_preferences');
});

/** Headers with folded lines joined, and the decoded text part. */
function parse(raw: string): { headers: string; text: string } {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const part = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw)?.[1] ?? '';
  const isBase64 = /text\/plain[\s\S]*?Transfer-Encoding: base64/.test(raw.slice(0, raw.indexOf(part)));
  const bytes = isBase64
    ? Buffer.from(part, 'base64')
    : Buffer.from(
        part
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      );
  return { headers: head.replace(/\r\n[ \t]+/g, ' '), text: bytes.toString('utf8').replaceAll('\r\n', '\n') };
}

const announce = (changes: object = {}) =>
  product.call('POST', '/notifications', { token: operator.token, body: { ...TEXTS, by_mail: true, ...changes } });

/** Until nothing is queued any more. */
async function settle(jobs = 'send_announcement%'): Promise<string[]> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const { rows } = await product.services.pool.query(
      'select 1 from graphile_worker.jobs where task_identifier like $1 and run_at <= now()',
      [jobs],
    );
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return received.map(({ to }) => to).sort();
}
const emailTo = (person: Person): Received => {
  const found = received.find(({ to }) => to === person.email);
  if (!found) throw new Error('no email');
  return found;
};
const tokenIn = ({ headers }: Received): string => /^List-Unsubscribe: <\S+\/(\S+)>/m.exec(headers)?.[1] ?? '';
const oneClick = (token: string) =>
  product.app.inject({
    method: 'POST',
    url: `/v1/unsubscribe/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });

describe('an announcement by email', () => {
  it('reaches verified users in their language through the mail server, and not its author', async () => {
    expect((await announce()).json().data).toMatchObject({ by_mail: true });
    expect(await settle()).toEqual([onPro.email, reader.email].sort());
    expect(emailTo(reader).text).toContain('Мы обновляем серверы.\nСсылки работают.');
    expect(emailTo(onPro).text).toContain('We update the servers.\nLinks keep working.');
    const { headers, text } = emailTo(reader);
    const token = tokenIn(emailTo(reader));
    expect(headers).toContain(`List-Unsubscribe: <https://track.example/v1/unsubscribe/${token}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(text).toContain(`https://track.example/ru/unsubscribe/${token}`);
  });

  it('goes only to its audience, and not without the box', async () => {
    const { rows } = await product.services.pool.query("select id::int from tariffs where code = 'pro'");
    await announce({ tariff_id: rows[0].id });
    expect(await settle()).toEqual([onPro.email]);
    received.length = 0;
    await announce({ role: ROLES.ADMIN });
    await announce({ by_mail: false });
    expect(await settle()).toEqual([]);
  });

  it('waits for its start, and is not sent if it was deleted before', async () => {
    const later = { starts_at: new Date(Date.now() + 1_500).toISOString() };
    const { id } = (await announce(later)).json().data;
    expect(await settle()).toEqual([]);
    await announce(later);
    await product.call('DELETE', `/notifications/${id}`, { token: operator.token });
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect(await settle()).toEqual([onPro.email, reader.email].sort());
  });

  it('is queued once, also when its job runs again', async () => {
    const { id } = (await announce()).json().data;
    await settle();
    await product.services.pool.query(
      "select graphile_worker.add_job('send_announcement', json_build_object('id', $1::int))",
      [id],
    );
    expect(await settle()).toHaveLength(2);
  });
});

describe('unsubscribing', () => {
  it('takes one click of the mail program, for this person and these emails only', async () => {
    await announce();
    await settle();
    const token = tokenIn(emailTo(reader));
    expect((await oneClick(token)).statusCode).toBe(200);
    expect((await oneClick(token)).statusCode).toBe(200);
    received.length = 0;
    await announce();
    expect(await settle()).toEqual([onPro.email]);
    const preferences = (await product.call('GET', '/notifications/preferences', { token: reader.token })).json().data;
    expect(preferences).toContainEqual({
      ...{ topic: 'announcements', in_app: true, by_letter: false, is_fixed: false, is_in_app_fixed: true },
    });
    const { notification_count: unread } = (
      await product.call('GET', '/notifications', { token: reader.token })
    ).json();
    expect(unread).toBe(2);
  });

  it('by opening the link asks first, on a page in the language of the reader', async () => {
    await announce();
    await settle();
    const token = tokenIn(emailTo(reader));
    const opened = await product.call('GET', `/unsubscribe/${token}`);
    expect([opened.statusCode, opened.headers.location]).toEqual([
      302,
      `https://track.example/ru/unsubscribe/${token}`,
    ]);
    received.length = 0;
    await announce();
    expect(await settle()).toHaveLength(2);
  });

  it('stops what is queued already', async () => {
    await announce({ starts_at: new Date(Date.now() + 600).toISOString() });
    const saved = await product.call('PUT', '/notifications/preferences', {
      token: reader.token,
      body: { topic: 'announcements', in_app: true, by_letter: false },
    });
    expect(saved.statusCode).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await settle()).toEqual([onPro.email]);
  });

  it('is not possible with the link of somebody else or a changed one, and not in the app', async () => {
    await announce();
    await settle();
    const [, mac = ''] = /^\d+-(.*)$/.exec(tokenIn(emailTo(reader))) ?? [];
    for (const token of [`${onPro.id}-${mac}`, `${reader.id}-${'A'.repeat(43)}`, 'x'])
      expect((await oneClick(token)).statusCode).toBe(404);
    const hidden = await product.call('PUT', '/notifications/preferences', {
      token: reader.token,
      body: { topic: 'announcements', in_app: false, by_letter: true },
    });
    expect(Object.keys(hidden.json().errors)).toEqual(['in_app']);
  });
});
