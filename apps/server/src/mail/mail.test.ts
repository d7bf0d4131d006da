import type { AddressInfo } from 'node:net';
import { LANGUAGES } from '@poklik/contract/language';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBrand } from '../settings/stored-settings.ts';
import { composeEmail, type EmailContent } from './compose.ts';
import type { Mailer } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

interface Received {
  from: string;
  to: string[];
  raw: string;
}
const received: Received[] = [];
let server: SMTPServer;
let mailer: Mailer;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Poklik <no-reply@track.example>');
});
afterAll(async () => {
  mailer.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

const OPERATOR = { appName: 'Poklik', publicUrl: 'https://track.example', brand: readBrand({}) };

const content: EmailContent = {
  kind: 'verify_email',
  to: 'anna@example.test',
  name: 'Анна',
  language: 'ua',
  operator: OPERATOR,
  link: 'https://track.example/v1/email/verify/1/secret',
  values: { hours: 24 },
};
/** Only the header matters: the body may contain anything. */
const header = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'mi').exec(raw.split('\r\n\r\n', 1)[0] ?? '')?.[1] ?? '';

describe('an email', () => {
  it('reaches a real mail server with matching text and HTML', async () => {
    await mailer.send(composeEmail(content));
    const email = received.at(-1);
    expect(email).toMatchObject({ from: 'no-reply@track.example', to: ['anna@example.test'] });
    expect(email?.raw).toContain('multipart/alternative');
    expect(header(email?.raw ?? '', 'Subject')).toMatch(/=\?UTF-8\?/i);
  });

  it.each(LANGUAGES)('is complete in %s: no key, no gap, no other language', (language) => {
    for (const kind of ['verify_email', 'reset_password', 'account_exists', 'password_changed', 'new_login'] as const) {
      const values = { hours: 24, minutes: 60, device: 'Firefox', ip: '203.0.113.7' };
      const { subject, text, html } = composeEmail({ ...content, kind, language, values });
      expect(`${subject} ${text} ${html}`).not.toMatch(/emails\.|\{\{/);
      expect(/[а-яіїєґ]{4}/i.test(text.replace('Анна', ''))).toBe(language !== 'en');
      expect(text).toContain(content.link);
      expect(html).toContain(`href="${content.link}"`);
    }
  });

  it('escapes user input', () => {
    const { html } = composeEmail({ ...content, name: '<img src=x onerror=alert(1)>"\'&' });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  });

  it.each([
    ['a line break in the address', { to: 'anna@example.test\r\nBcc: evil@example.test' }],
    ['a comma in the address', { to: 'anna@example.test, evil@example.test' }],
    ['a line break in the product’s name', { operator: { ...OPERATOR, appName: 'Poklik\r\nBcc: evil@example.test' } }],
    ['a line break in the person’s name', { name: 'Anna\r\nBcc: evil@example.test' }],
  ])('has no further recipient because of %s', async (_, change) => {
    const before = received.length;
    await mailer.send(composeEmail({ ...content, ...change })).catch(() => undefined);
    for (const email of received.slice(before)) {
      expect(email.to).not.toContain('evil@example.test');
      expect(header(email.raw, 'Bcc')).toBe('');
    }
  });

  it('rejected by the server is an error, so that the queue retries', async () => {
    const unreachable = smtpMailer('smtp://127.0.0.1:1', 'a@b.test');
    await expect(unreachable.send(composeEmail(content))).rejects.toThrow();
  });
});
