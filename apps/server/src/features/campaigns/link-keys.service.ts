import { randomInt } from 'node:crypto';

/** Without characters that are easily confused, because links are also read aloud and typed. */
const KEY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const KEY_LENGTH = 10;

const UID_LENGTH = 8;

const generate = (length: number): string =>
  Array.from({ length }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]).join('');

/** Of a campaign or a lander. */
export const generateLinkKey = (): string => generate(KEY_LENGTH);

/** For a destination, rule or slot; unique within its campaign. */
export const generateUid = (): string => generate(UID_LENGTH);
