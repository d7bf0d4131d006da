import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodePass, encodePass, type Pass, SIGNATURE_CHARS } from '@poklik/domain/landers/pass';

const FILE = 'passes.key';
const KEY = /^[0-9a-f]{64}$/;

/** A pass whose signature is good, and the key that it was signed with. */
export interface KnownPass extends Pass {
  key: string;
}

export interface PassKeys {
  sign(pass: Pass): string;
  /** Null unless one of the keys signed it. */
  open(text: string): KnownPass | null;
  /** Changes to the keys that all machines share, the one to sign with first, and keeps a copy on this one. */
  setKeys(keys: readonly string[]): Promise<void>;
}

export const newPassKey = (): string => randomBytes(32).toString('hex');

/** Uses the keys that this machine had last, and before it had any one that follows from its own secret. */
export async function openPassKeys(folder: string, ownSecret: string): Promise<PassKeys> {
  const path = join(folder, FILE);
  let keys = await readKeys(path);
  if (keys.length === 0) keys = [hash('sha256', `passes ${ownSecret}`, 'hex')];

  return {
    sign: (pass) => encodePass(pass, (payload) => signatureOf(keys[0] as string, payload)),
    open(text) {
      for (const key of keys) {
        const pass = decodePass(text, (payload, signature) => isEqual(signature, signatureOf(key, payload)));
        if (pass) return { ...pass, key };
      }
      return null;
    },
    async setKeys(shared) {
      if (shared.length === 0 || !shared.every((key) => KEY.test(key))) throw new Error('not keys of passes');
      if (shared.join() === keys.join()) return;
      keys = [...shared];
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const fresh = `${path}.${randomBytes(6).toString('hex')}`;
      await writeFile(fresh, `${keys.join('\n')}\n`, { mode: 0o600, flush: true });
      await rename(fresh, path);
    },
  };
}

/** One hash of key and payload. Half of the result is kept, so it can't be continued without the key. */
const signatureOf = (key: string, payload: string): string =>
  hash('sha256', `${key}${payload}`, 'base64url').slice(0, SIGNATURE_CHARS);

function isEqual(one: string, other: string): boolean {
  const [own, expected] = [Buffer.from(one), Buffer.from(other)];
  return own.length === expected.length && timingSafeEqual(own, expected);
}

async function readKeys(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter((line) => KEY.test(line));
}
