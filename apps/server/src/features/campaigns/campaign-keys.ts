import { randomBytes, randomInt } from 'node:crypto';

/** Small letters and digits that nobody takes for another: a link is also read aloud and typed. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz';
const KEY_LENGTH = 10;
const POSTBACK_KEY_BYTES = 24;

export const newCampaignKey = (): string =>
  Array.from({ length: KEY_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

export const newPostbackKey = (): string => randomBytes(POSTBACK_KEY_BYTES).toString('base64url');
