import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVisitorHasher } from './visitor-hash.ts';
import { readLanguage } from './visitor-language.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poklik-visitor-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openVisitorHash = async (at: string) => (await openVisitorHasher(at)).hash;

describe('visitor hash', () => {
  it('is the first 64 bits of the keyed hash as a decimal number', async () => {
    await writeFile(join(folder, 'visitor.key'), `${'0'.repeat(64)}\n`);
    const hash = await openVisitorHash(folder);
    const { createHash } = await import('node:crypto');
    for (let turn = 0; turn < 500; turn += 1) {
      const digest = createHash('sha256')
        .update(`${'0'.repeat(64)}10.0.0.${turn}\nagent`)
        .digest('hex');
      expect(hash(`10.0.0.${turn}`, 'agent')).toBe(BigInt(`0x${digest.slice(0, 16)}`).toString());
    }
  });

  it('is the same after a restart and differs with another key', async () => {
    const [first, again] = [await openVisitorHash(folder), await openVisitorHash(folder)];
    expect(first('10.0.0.1', 'a')).toBe(again('10.0.0.1', 'a'));
    await rm(join(folder, 'visitor.key'));
    expect((await openVisitorHash(folder))('10.0.0.1', 'a')).not.toBe(first('10.0.0.1', 'a'));
  });

  it('has one key when several processes start at once, readable only by its owner', async () => {
    const hashes = await Promise.all(Array.from({ length: 8 }, () => openVisitorHash(folder)));
    expect(new Set(hashes.map((hash) => hash('10.0.0.1', 'a'))).size).toBe(1);
    expect(await readdir(folder)).toEqual(['visitor.key']);
    expect((await stat(join(folder, 'visitor.key'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, 'visitor.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it('rejects a damaged key', async () => {
    await writeFile(join(folder, 'visitor.key'), 'short');
    await expect(openVisitorHash(folder)).rejects.toThrow('does not contain a key');
  });
});

describe('visitor language', () => {
  it.each([
    ['', ''],
    ['de', 'de'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, uk;q=0.9', 'uk'],
    ['*', ''],
    ['fil-PH,fil;q=0.9,en;q=0.5', 'en'],
    ['UK-ua', 'uk'],
    ['iw-IL', 'he'],
    ['in', 'id'],
    ['zh_CN', 'zh'],
    ['fr;q=0', ''],
    ['x'.repeat(10_000), ''],
    ['<script>,de', 'de'],
    ['de;q=abc,fr', 'fr'],
  ])('of "%s" is "%s"', (header, language) => {
    expect(readLanguage(header)).toBe(language);
  });
});
