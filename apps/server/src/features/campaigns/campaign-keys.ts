import { randomBytes, randomInt } from 'node:crypto';

/** Without characters that are easily confused, because links are also read aloud and typed. */
const KEY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const KEY_LENGTH = 10;
const POSTBACK_KEY_BYTES = 24;

export const generateCampaignKey = (): string =>
  Array.from({ length: KEY_LENGTH }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]).join('');

export const generatePostbackKey = (): string => randomBytes(POSTBACK_KEY_BYTES).toString('base64url');
