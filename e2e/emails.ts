import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Every URL in the text. */
  links: string[];
}

/** A real mail server that stores every email as a file, so that tests in other processes can read it. */
export async function startMailServer(folder: string, port: number): Promise<{ url: string; close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      text(stream).then((raw) => {
        count += 1;
        const name = String(count).padStart(6, '0');
        const to = session.envelope.rcptTo.map(({ address }) => address).join(',');
        writeFileSync(join(folder, `${name}.part`), JSON.stringify({ to, ...parse(raw) }));
        renameSync(join(folder, `${name}.part`), join(folder, `${name}.json`));
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The newest matching email; waits for it, because emails are sent after the response. */
export async function lastEmailTo(folder: string, email: string, subject = /./): Promise<Email> {
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    const emails = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Email);
    const found = emails.findLast((sent) => sent.to === email && subject.test(sent.subject));
    if (found) return found;
    await wait(100);
  }
  throw new Error(`No email to ${email} with a subject like ${subject}`);
}

function parse(raw: string): Omit<Email, 'to'> {
  const [head = '', body = ''] = splitOnce(raw, '\r\n\r\n');
  const subject = decodeWords(header(head, 'subject'));
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(header(head, 'content-type'))?.[1];
  const parts = boundary ? body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, '')) : [raw];
  const content = partOf(parts, 'text/plain') ?? body;
  return {
    subject,
    text: content,
    html: partOf(parts, 'text/html') ?? '',
    links: content.match(/https?:\/\/\S+/g) ?? [],
  };
}

/** The decoded body of the first part with this type. */
function partOf(parts: readonly string[], type: string): string | undefined {
  const part = parts.find((each) => new RegExp(`^content-type:\\s*${type}`, 'im').test(each));
  if (part === undefined) return undefined;
  const [head = '', body = ''] = splitOnce(part, '\r\n\r\n');
  return decode(body, header(head, 'content-transfer-encoding'));
}

const splitOnce = (raw: string, mark: string): [string, string] => {
  const at = raw.indexOf(mark);
  return at < 0 ? [raw, ''] : [raw.slice(0, at), raw.slice(at + mark.length)];
};

/** The value of a header, with its folded lines joined. */
const header = (head: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*((?:.|\\r\\n[ \\t])*)`, 'im').exec(head)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? '';

function decode(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8');
  if (/quoted-printable/i.test(encoding)) return fromQuotedPrintable(body.replace(/=\r\n/g, ''));
  return body;
}

const fromQuotedPrintable = (body: string): string =>
  Buffer.from(
    body.replace(/=([0-9A-F]{2})/gi, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Decodes non-ASCII header words: `=?UTF-8?B?…?=` or `=?UTF-8?Q?…?=`. */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_word, kind: string, content: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString('utf8')
        : fromQuotedPrintable(content.replaceAll('_', ' ')),
    );
