import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const POSTBACK_KEY_BYTES = 24;

/** A fast hash is enough for 256 random bits. */
export function generateSecret(): { secret: string; hash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const generatePostbackKey = (): string => randomBytes(POSTBACK_KEY_BYTES).toString('base64url');
