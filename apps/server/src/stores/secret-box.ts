import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Encrypts values that must be readable again, but not from the database alone. */
export interface SecretBox {
  seal(text: string): string;
  open(sealed: string): string;
  /** Equal texts have equal fingerprints; without the key a text cannot be guessed from its fingerprint. */
  fingerprint(text: string): string;
  /** A key for processes that may open only what was sealed with it. */
  deriveKey(name: string): Buffer;
}

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FILE = 'secret.key';

export function createSecretBox(key: Buffer): SecretBox {
  const part = (name: string) => Buffer.from(hkdfSync('sha256', key, '', `poklik ${name}`, KEY_BYTES));
  const sealing = part('sealing');
  const printing = part('fingerprints');
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    fingerprint: (text) => createHmac('sha256', printing).update(text).digest('base64url'),
    deriveKey: (name) => part(`key of ${name}`),
  };
}

/** Trackers, which the internet reaches, get the key of this box only. */
export const certificateKey = (secrets: SecretBox): Buffer => secrets.deriveKey('certificates');

/** Encrypts the private keys of certificates. */
export const createCertificateBox = (secrets: SecretBox): SecretBox => createSecretBox(certificateKey(secrets));

/** Uses the key from the settings, or one created once in the data folder, outside the database. */
export async function openSecretBox(secretKey: Buffer | undefined, dataDir: string): Promise<SecretBox> {
  return createSecretBox(secretKey ?? (await loadKey(dataDir)));
}

/** The key from the settings or the data folder, for processes that must not create one. */
export async function findSecretBox(secretKey: Buffer | undefined, dataDir: string): Promise<SecretBox | undefined> {
  if (secretKey) return createSecretBox(secretKey);
  const key = await readKey(join(dataDir, FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  return key && createSecretBox(key);
}

async function loadKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // If several programs start at once, one writes the key and all read it.
  await writeFile(path, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readKey(path);
}

async function readKey(path: string): Promise<Buffer> {
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`The key in ${path} is damaged. Restore the file from a backup.`);
  return key;
}
