import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** Starts an encrypted file; an unencrypted one starts as gzip does. */
const MAGIC = Buffer.from('poklik backup 1\n');
const LENGTH_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Compressed and, with a recipient, encrypted: a random key wrapped with age, and AES-256-GCM, because age in
 * JavaScript is slow. Each file has its own key, so that files can be shared by backups.
 */
export async function sealFile(bytes: Buffer, recipient: string | undefined): Promise<Buffer> {
  const packed = await compress(bytes, { level: constants.Z_BEST_SPEED });
  if (recipient === undefined) return packed;
  const age = new Encrypter();
  age.addRecipient(recipient);
  const key = randomBytes(32);
  const wrapped = await age.encrypt(key);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(wrapped.length);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(packed), cipher.final()]);
  return Buffer.concat([MAGIC, length, wrapped, nonce, cipher.getAuthTag(), body]);
}

export async function openFile(bytes: Buffer, identity: string | undefined): Promise<Buffer> {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return decompress(bytes);
  if (identity === undefined) throw new Error('The backup is encrypted. Set BACKUP_IDENTITY to the private key file.');
  let at = MAGIC.length;
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const age = new Decrypter();
  age.addIdentity(identity);
  const wrapped = take(take(LENGTH_BYTES).readUInt32BE());
  const key = await age.decrypt(wrapped).catch(() => {
    throw new Error('The private key in BACKUP_IDENTITY does not open this backup.');
  });
  const decipher = createDecipheriv('aes-256-gcm', key, take(NONCE_BYTES));
  decipher.setAuthTag(take(TAG_BYTES));
  return decompress(Buffer.concat([decipher.update(bytes.subarray(at)), decipher.final()]));
}
