import { randomInt } from 'node:crypto';

/** Without characters that are easily confused, because links are also read aloud and typed. */
const KEY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const KEY_LENGTH = 10;

export const generateCampaignKey = (): string =>
  Array.from({ length: KEY_LENGTH }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]).join('');
