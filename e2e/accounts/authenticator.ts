import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** TOTP code for a key, `steps` × 30 seconds from now. Implemented independently so that it verifies the product. */
export function authenticatorCode(key: string, steps = 0): string {
  let bits = 0n;
  const characters = key.replace(/\s/g, '');
  for (const character of characters) bits = bits * 32n + BigInt(ALPHABET.indexOf(character));
  const bytes = Math.floor((characters.length * 5) / 8);
  const secret = Buffer.from(
    (bits >> BigInt(characters.length * 5 - bytes * 8)).toString(16).padStart(bytes * 2, '0'),
    'hex',
  );
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(Date.now() / 30_000) + steps, 4);
  const hash = createHmac('sha1', secret).update(counter).digest();
  const at = (hash.at(-1) ?? 0) % 16;
  return String((hash.readUInt32BE(at) % 2 ** 31) % 1_000_000).padStart(6, '0');
}
