import { hash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'visitor.key';
const KEY = /^[0-9a-f]{64}$/;

/** Identifies a visitor without revealing anything: 64 bits as a decimal number. */
export type VisitorHash = (address: string, userAgent: string) => string;

export interface VisitorHasher {
  hash: VisitorHash;
  readonly key: string;
  /** Changes to the key that all machines share and keeps a copy on this one. */
  setKey(key: string): Promise<void>;
}

/** Uses the key in the folder, or one created once. */
export async function openVisitorHasher(folder: string): Promise<VisitorHasher> {
  let key = await openVisitorKey(folder);
  return {
    hash: (address, userAgent) => toDecimal(hash('sha256', `${key}${address}\n${userAgent}`, 'hex')),
    get key() {
      return key;
    },
    async setKey(shared) {
      if (!KEY.test(shared)) throw new Error('not a visitor key');
      if (shared === key) return;
      key = shared;
      const path = join(folder, FILE);
      const fresh = await writeFresh(path, shared);
      await rename(fresh, path);
    },
  };
}

export async function openVisitorKey(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE);
  const found = await readKey(path);
  if (found) return found;
  // Atomic, and the first of several concurrent starts wins.
  const fresh = await writeFresh(path, randomBytes(32).toString('hex'));
  await link(fresh, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await readKey(path))) throw error;
  });
  await rm(fresh);
  const key = await readKey(path);
  if (!key) throw new Error(`${path} does not contain a key. Remove the file to create a new one.`);
  return key;
}

async function writeFresh(path: string, key: string): Promise<string> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, `${key}\n`, { mode: 0o600, flush: true });
  return fresh;
}

async function readKey(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (!KEY.test(text.trim())) throw new Error(`${path} does not contain a key. Remove the file to create a new one.`);
  return text.trim();
}

/** The first 64 bits of a hexadecimal hash by long division, without BigInt. */
function toDecimal(hex: string): string {
  const high = Number.parseInt(hex.slice(0, 8), 16);
  const low = Number.parseInt(hex.slice(8, 16), 16);
  // 2^32 = 4294 · 10^6 + 967296: two halves of six digits and what is above them.
  const lowPart = high * 967_296 + low;
  const millions = high * 4_294 + Math.floor(lowPart / 1_000_000);
  const rest = String(lowPart % 1_000_000);
  return millions === 0 ? rest : millions + rest.padStart(6, '0');
}
