import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../testing/test-tracker.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { type CertificateFolder, watchCertificateFolder } from './certificate-folder.ts';
import { createCertificateStore } from './certificate-store.ts';

const FILES = fileURLToPath(new URL('../testing/certificates/', import.meta.url));
const load = async (name: string, keyOf = name) =>
  parseCertificate(
    await readFile(join(FILES, `${name}.crt`), 'utf8'),
    await readFile(join(FILES, `${keyOf}.key`), 'utf8'),
  );

describe('a certificate', () => {
  it('names its hosts and when it is valid', async () => {
    expect(await load('installation')).toMatchObject({
      names: ['app.test', '*.links.test'],
      notBefore: Date.UTC(2026, 0, 1),
      notAfter: Date.UTC(2126, 0, 1),
    });
  });

  it('needs its own key', async () => {
    await expect(load('shop', 'expired')).rejects.toThrow('the key belongs to another certificate');
    expect(() => parseCertificate('no certificate', '')).toThrow('no certificate found');
  });
});

describe('the store', () => {
  it.each([
    ['app.test', true],
    ['APP.test', true],
    ['a.links.test', true],
    ['b.a.links.test', false],
    ['links.test', false],
    ['other.test', false],
    ['test', false],
    ['', false],
  ])('has a context for %s: %s', async (host, isKnown) => {
    const store = createCertificateStore();
    store.replaceFiles([await load('installation')]);
    expect(store.findContext(host) !== undefined).toBe(isKnown);
  });

  it('prefers the certificate that is valid for longer, and serves an expired one rather than none', async () => {
    const store = createCertificateStore();
    const [shop, expired] = [await load('shop'), await load('expired')];
    store.replaceFiles([expired]);
    const before = store.findContext('go.shop.test');
    expect([before, store.findContext('old.shop.test')]).not.toContain(undefined);
    store.replaceFiles([shop, expired]);
    const after = store.findContext('go.shop.test');
    expect(after).not.toBe(before);
    expect(store.findContext('go.shop.test')).toBe(after);
  });

  it('forgets what was removed', async () => {
    const store = createCertificateStore();
    store.replaceFiles([await load('shop')]);
    store.findContext('go.shop.test');
    store.replaceFiles([]);
    expect(store.findContext('go.shop.test')).toBeUndefined();
  });
});

describe('the folder', () => {
  let folder: string;
  let watched: CertificateFolder | undefined;
  let lines: { msg: string }[];
  let seen: (readonly Certificate[])[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'poklik-tls-'));
    [lines, seen] = [[], []];
  });
  afterEach(async () => {
    watched?.stop();
    await rm(folder, { recursive: true });
  });
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const watch = async () => {
    watched = await watchCertificateFolder({ folder, log, rescanMs: 20, onChange: (next) => void seen.push(next) });
  };
  const put = async (name: string, as = name) => {
    for (const kind of ['crt', 'key']) await copyFile(join(FILES, `${name}.${kind}`), join(folder, `${as}.${kind}`));
  };
  const hosts = () => seen.at(-1)?.flatMap(({ names }) => names);

  it('is read again when a certificate is added or replaced', async () => {
    await put('shop');
    await watch();
    expect(hosts()).toEqual(['go.shop.test']);
    await put('installation');
    await until(() => hosts()?.includes('app.test') === true);
    await put('installation', 'shop');
    await until(() => hosts()?.includes('go.shop.test') === false);
  });

  it('skips what cannot be used and says why', async () => {
    await put('shop');
    await writeFile(join(folder, 'broken.pem'), 'nothing');
    await watch();
    expect(hosts()).toEqual(['go.shop.test']);
    expect(lines).toContainEqual(expect.objectContaining({ certificate: 'broken', reason: 'no certificate found' }));
  });

  it('may have certificate and key in one file', async () => {
    const parts = await Promise.all(['crt', 'key'].map((kind) => readFile(join(FILES, `shop.${kind}`), 'utf8')));
    await writeFile(join(folder, 'both.pem'), parts.join('\n'));
    await watch();
    expect(hosts()).toEqual(['go.shop.test']);
  });

  it('keeps an expired certificate and reports it', async () => {
    await put('expired');
    await watch();
    expect(hosts()).toEqual(['old.shop.test', 'go.shop.test']);
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'certificate expired', level: 50 }));
  });

  it('must exist', async () => {
    await rm(folder, { recursive: true });
    await expect(watch()).rejects.toThrow('ENOENT');
    await writeFile(folder, '');
  });
});
