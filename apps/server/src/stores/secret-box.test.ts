import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox, KEY_BYTES, openSecretBox } from './secret-box.ts';

describe('a secret', () => {
  const box = createSecretBox(Buffer.alloc(KEY_BYTES, 7));

  it('is decrypted with its key and encrypted differently each time', () => {
    const sealed = [box.seal('UA21 їжак'), box.seal('UA21 їжак')];
    expect(sealed.map(box.open)).toEqual(['UA21 їжак', 'UA21 їжак']);
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(sealed.join()).not.toContain('UA21');
  });

  it('is rejected if it was changed or encrypted with another key', () => {
    const sealed = box.seal('secret');
    const changed = Buffer.from(sealed, 'base64');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => box.open(changed.toString('base64'))).toThrow();
    expect(() => createSecretBox(Buffer.alloc(KEY_BYTES, 8)).open(sealed)).toThrow();
  });

  it('has a fingerprint that depends on the text and the key', () => {
    expect(box.fingerprint('a')).toBe(box.fingerprint('a'));
    expect(box.fingerprint('a')).not.toBe(box.fingerprint('b'));
    expect(createSecretBox(Buffer.alloc(KEY_BYTES, 8)).fingerprint('a')).not.toBe(box.fingerprint('a'));
  });
});

describe('the key', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'poklik-key-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is created once by concurrent programs and readable only by its owner', async () => {
    const boxes = await Promise.all(Array.from({ length: 8 }, () => openSecretBox(undefined, join(folder, 'data'))));
    const sealed = boxes[0]?.seal('x') ?? '';
    for (const box of boxes) expect(box.open(sealed)).toBe('x');
    expect((await stat(join(folder, 'data/secret.key'))).mode & 0o777).toBe(0o600);
  });

  it('is not written to a file if the settings have one', async () => {
    await openSecretBox(Buffer.alloc(KEY_BYTES, 1), folder);
    await expect(readFile(join(folder, 'secret.key'))).rejects.toThrow();
  });

  it('prevents the start if it is damaged', async () => {
    await writeFile(join(folder, 'secret.key'), 'short');
    await expect(openSecretBox(undefined, folder)).rejects.toThrow('damaged');
  });
});
